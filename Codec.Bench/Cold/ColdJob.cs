namespace Codec.Bench.Cold;

/// <summary>A run of Codec.Bench.Cold: the row of the report, the argument that chooses the job, and the number of tables of the schemas.</summary>
internal sealed record ColdJob(string Name, string Job, int Tables = 1)
{
    private const string NoJob = "empty";

    internal static IReadOnlyList<ColdJob> All { get; } =
    [
        new("Codec, 1 table", "codec"),
        new("Codec, 400 tables", "codec", 400),
        new("Codec, 2,000 tables", "codec", 2000),
        new("MemoryPack", "memorypack"),
        new("protobuf-net, generated", "protobuf-net"),
    ];

    /// <summary>Gets the rows of whole processes. Those without a job show what more tables cost the runtime that loads them.</summary>
    internal static IReadOnlyList<ColdJob> Processes { get; } = [.. All, Empty(400), Empty(2000)];

    /// <summary>Gets the process whose time is subtracted: the same program without a job, or, for one without a job, that with one table.</summary>
    internal ColdJob Baseline => Empty(Job == NoJob ? 1 : Tables);

    private static ColdJob Empty(int tables) => new(FormattableString.Invariant($"no job, {tables:N0} tables"), NoJob, tables);
}
