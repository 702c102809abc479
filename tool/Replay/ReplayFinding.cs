namespace Codec.Cli.Replay;

/// <summary>A connection that failed, a damaged capture, or an answer that differs from the capture. The JSON of a report has these properties.</summary>
/// <param name="Kind">The kind: <c>failure</c>, or of an answer <c>different</c>, <c>missing</c> or <c>unexpected</c>.</param>
/// <param name="Connection">The number of the connection in the capture, or <see langword="null"/> if there is none or it is not known.</param>
/// <param name="Copy">The number of the replayed copy of the connection, from 1; <see langword="null"/> for the capture.</param>
/// <param name="Direction"><c>out</c> if the replay could not send, <c>in</c> for what it received or missed, or <see langword="null"/>.</param>
internal sealed record ReplayFinding(string Kind, uint? Connection, int? Copy, string? Direction, string Detail)
{
    public double Time { get; init; }

    /// <summary>Gets the number of the answer on its connection, from 1: in the capture or, if it was unexpected, among the received answers.</summary>
    public long? Answer { get; init; }

    public string Place() =>
        $"{Time,10:0.000000} {(Direction switch { "in" => "<", "out" => ">", _ => "" })}{Connection}{(Copy is null ? "" : Connection is null ? $"copy {Copy}" : $".{Copy}")} ! ";

    public override string ToString() => Answer is null ? Detail : $"answer {Answer}: {Kind}, {Detail}";
}
