namespace Codec.Bench.Ranking;

/// <summary>One way of doing a job, as measured.</summary>
/// <param name="Name">The way's name.</param>
/// <param name="Nanoseconds">The median time, in nanoseconds an operation.</param>
/// <param name="Noise">How far the time may be off, in nanoseconds either way.</param>
/// <param name="BytesAllocated">Bytes allocated an operation.</param>
/// <param name="IsLimit">Whether this is not a way to choose but the limit that the others are held against.</param>
public sealed record RankingEntry(string Name, double Nanoseconds, double Noise, double BytesAllocated, bool IsLimit = false);
