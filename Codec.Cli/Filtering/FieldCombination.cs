using System;
using Codec.Cli.Payloads;

namespace Codec.Cli.Filtering;

/// <summary>Two conditions, of which both or one must be met, or one that must not be met.</summary>
/// <param name="left">The first, or the only one.</param>
/// <param name="right">The second; <see langword="null"/> if <paramref name="left"/> must not be met.</param>
/// <param name="isAnd">Whether both must be met.</param>
internal sealed class FieldCombination(FieldFilter left, FieldFilter? right, bool isAnd) : FieldFilter
{
    public override bool Matches(ReadOnlySpan<byte> payload, PayloadMessage message)
    {
        bool isMet = left.Matches(payload, message);
        if (right is null)
        {
            return !isMet;
        }

        return isMet == isAnd ? right.Matches(payload, message) : isMet;
    }
}
