namespace Codec.Payloads;

/// <summary>The classes of numbers in a <see cref="Generated.PayloadShape"/>.</summary>
internal static class ScalarClass
{
    internal const int Bool = 0;
    internal const int UInt8 = 1;
    internal const int UInt32 = 5;
    internal const int UInt64 = 7;
    internal const int Float = 9;

    private static readonly byte[] Logs = [0, 0, 0, 1, 1, 2, 2, 3, 3, 2, 3];

    /// <summary>Returns the base-2 logarithm of the size in bytes.</summary>
    internal static int LogSize(int kind) => Logs[kind];

    /// <summary>Returns the size in bytes.</summary>
    internal static int Size(int kind) => 1 << Logs[kind];

    internal static bool IsSigned(int kind) => (kind & 1) == 0 && (uint)(kind - 2) <= 6;

    /// <summary>Returns the class of signed integers of the same size.</summary>
    internal static int Signed(int kind) => kind == Bool ? Bool : 2 * (LogSize(kind) + 1);

    internal static bool IsReal(int kind) => kind >= Float;
}
