namespace Codec.Cli.Replay;

/// <summary>An answer that differs from the capture.</summary>
/// <param name="Kind">The kind of difference: <c>different</c>, <c>missing</c> or <c>unexpected</c>.</param>
/// <param name="Copy">The number of the replayed copy of the connection, from 1.</param>
/// <param name="Answer">The number of the answer on its connection, from 1: in the capture or, if it was unexpected, among the received answers.</param>
internal sealed record AnswerDifference(string Kind, uint Connection, int Copy, long Answer, string Detail)
{
    /// <inheritdoc/>
    public override string ToString() => $"#{Connection}.{Copy} answer {Answer}: {Kind}, {Detail}";
}
