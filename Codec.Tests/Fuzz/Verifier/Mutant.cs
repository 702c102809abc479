using System.Collections.Generic;
using System.Linq;

namespace Codec.Tests.Fuzz.Verifier;

/// <summary>A changed copy of a seed.</summary>
internal sealed record Mutant(VerifiedBuffer Seed, byte[] Bytes)
{
    private const int ShownChanges = 64;

    /// <summary>Formats the differences from the seed, which is the same in every run: offset, old byte, new byte.</summary>
    public override string ToString()
    {
        IEnumerable<string> changes = Enumerable.Range(0, Bytes.Length)
            .Where(i => Bytes[i] != Seed.Bytes[i])
            .Take(ShownChanges)
            .Select(i => $"{i:X}:{Seed.Bytes[i]:X2}>{Bytes[i]:X2}");
        return $"{Seed.Name} of {Seed.Bytes.Length} bytes, cut to {Bytes.Length}, {string.Join(' ', changes)}";
    }
}
