namespace Codec.Bench.Arenas;

/// <summary>
/// What a field adds to the sum of an arena: a number its value or its bits, a string its length and its first byte. Sums wrap around.
/// </summary>
internal static class FieldBits
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static ulong Of(long number) => unchecked((ulong)number);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static ulong Of(float number) => BitConverter.SingleToUInt32Bits(number);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static ulong Of(double number) => BitConverter.DoubleToUInt64Bits(number);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static ulong Of(ReadOnlySpan<byte> text) => text.Length == 0 ? 0 : (ulong)text.Length + text[0];

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static ulong Of(bool flag) => flag ? 1UL : 0;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static ulong Each(ReadOnlySpan<byte> numbers)
    {
        ulong sum = 0;
        foreach (byte number in numbers)
        {
            sum += number;
        }

        return sum;
    }
}
