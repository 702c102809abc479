namespace Codec.Cli.Filtering;

/// <summary>Combines two conditions with "and" or "or", or negates one condition.</summary>
/// <param name="right">The second condition, or <see langword="null"/> to negate <paramref name="left"/>.</param>
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
