namespace Codec.Bench.Cold;

/// <summary>A run of Codec.Bench.Cold: the row of the report, the argument that chooses the job, and the number of tables of the schemas.</summary>
internal sealed record ColdJob(string Name, string Job, int Tables = 1)
{
    /// <summary>Gets the process that the times of the others are compared with.</summary>
    internal static ColdJob Empty { get; } = new("an empty process", "empty");

    internal static IReadOnlyList<ColdJob> All { get; } =
    [
        new("Codec, 1 table", "codec"),
        new("Codec, 400 tables", "codec", 400),
        new("Codec, 2,000 tables", "codec", 2000),
        new("MemoryPack", "memorypack"),
        new("protobuf-net, generated", "protobuf-net"),
    ];
}
