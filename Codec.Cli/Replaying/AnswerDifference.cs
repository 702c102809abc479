using System.Globalization;

namespace Codec.Cli.Replaying;

/// <summary>An answer that is not the one in the capture.</summary>
/// <param name="Kind">What is different: <c>different</c>, <c>missing</c> or <c>unexpected</c>.</param>
/// <param name="Connection">The number of the connection in the capture.</param>
/// <param name="Copy">Which of the connections that replay it, from 1.</param>
/// <param name="Answer">The number of the answer on its connection, from 1: in the capture, or, if unexpected, as received.</param>
/// <param name="Detail">The rest, for people.</param>
public sealed record AnswerDifference(string Kind, uint Connection, int Copy, long Answer, string Detail)
{
    /// <inheritdoc/>
    public override string ToString() => string.Create(CultureInfo.InvariantCulture, $"#{Connection}.{Copy} answer {Answer}: {Kind}, {Detail}");
}
