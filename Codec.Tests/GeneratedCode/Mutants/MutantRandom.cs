namespace Codec.Tests.GeneratedCode.Mutants;

/// <summary>
/// Random numbers (SplitMix64) that can be restarted for any mutant: a seed and a number always result in the same mutant. Not thread-safe.
/// </summary>
internal sealed class MutantRandom : Random
{
    private ulong _state;

    /// <summary>Restarts with the numbers of a mutant.</summary>
    /// <param name="seed">The seed of the run.</param>
    /// <param name="purpose">A number that separates different uses of the same index.</param>
    /// <param name="index">The number of the mutant.</param>
    public MutantRandom Restart(int seed, int purpose, long index)
    {
        _state = Scramble(((ulong)(uint)seed << 32) | (uint)purpose) + Scramble((ulong)index);
        return this;
    }

    public override int Next() => (int)(Bits() >> 33);

    public override int Next(int maxValue) => Next(0, maxValue);

    // A multiplication instead of a remainder. The bias is negligible for ranges of up to 32 bits.
    public override int Next(int minValue, int maxValue) => (int)(minValue + (long)(((Bits() >> 32) * (ulong)((long)maxValue - minValue)) >> 32));

    public override long NextInt64() => (long)(Bits() >> 1);

    public override long NextInt64(long maxValue) => NextInt64(0, maxValue);

    public override long NextInt64(long minValue, long maxValue) => (long)((ulong)minValue + (Bits() % ((ulong)maxValue - (ulong)minValue)));

    public override void NextBytes(byte[] buffer) => NextBytes(buffer.AsSpan());

    public override void NextBytes(Span<byte> buffer)
    {
        for (int i = 0; i < buffer.Length; i++)
        {
            buffer[i] = (byte)Bits();
        }
    }

    protected override double Sample() => (Bits() >> 11) * (1.0 / (1UL << 53));

    private static ulong Scramble(ulong value)
    {
        value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9;
        value = (value ^ (value >> 27)) * 0x94D049BB133111EB;
        return value ^ (value >> 31);
    }

    private ulong Bits() => Scramble(_state += 0x9E3779B97F4A7C15);
}
