#if NET
using System.Numerics;
using System.Runtime.Intrinsics.X86;

namespace Codec.Payloads;

/// <summary>Operations on words with the instructions of BMI2, which gather and scatter bits.</summary>
internal readonly struct WordBytes : IWordBytes
{
    private const ulong HighBits = 0x8080_8080_8080_8080;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int Count(ulong marks) => BitOperations.PopCount(marks);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public byte Tag(ulong marks) => (byte)Bmi2.X64.ParallelBitExtract(marks, HighBits);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ulong Marks(byte tag) => Bmi2.X64.ParallelBitDeposit(tag, HighBits);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ulong Gather(ulong word, ulong marks) => Bmi2.X64.ParallelBitExtract(word, Bytes(marks));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ulong Scatter(ulong bytes, ulong marks) => Bmi2.X64.ParallelBitDeposit(bytes, Bytes(marks));

    // Sets all bits of the marked bytes.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Bytes(ulong marks) => (marks >> 7) * 0xFF;
}
#endif
