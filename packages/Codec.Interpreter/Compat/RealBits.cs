using System;

namespace Codec.Interpreter.Compat;

/// <summary>Converts floats to and from their bits.</summary>
internal static class RealBits
{
#if NETSTANDARD2_0
    internal static uint Of(float value) => BitConverter.ToUInt32(BitConverter.GetBytes(value), 0);

    internal static float ToSingle(int bits) => BitConverter.ToSingle(BitConverter.GetBytes(bits), 0);
#else
    internal static uint Of(float value) => unchecked((uint)BitConverter.SingleToInt32Bits(value));

    internal static float ToSingle(int bits) => BitConverter.Int32BitsToSingle(bits);
#endif
}
