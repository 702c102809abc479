using System.Runtime.CompilerServices;

namespace Google.FlatBuffers;

/// <summary>Converts between a floating-point number and the integer with the same bits. netstandard2.0 has no such conversion for 32 bits.</summary>
internal static class Bits
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static uint Of(float value) => Unsafe.As<float, uint>(ref value);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static ulong Of(double value) => Unsafe.As<double, ulong>(ref value);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static float ToSingle(uint bits) => Unsafe.As<uint, float>(ref bits);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static double ToDouble(ulong bits) => Unsafe.As<ulong, double>(ref bits);
}
