namespace Codec.Bench.Arenas;

/// <summary>The page of the arenas: what is measured of each, and the targets.</summary>
internal static class ArenaPage
{
    private const string Flat = "FlatBuffers C++";
    private const string Cpp = "Codec C++";
    private const string CSharp = "Codec C#";
    private const string Stream = "streaming C++";
    private const string Pack = "MemoryPack";

    internal static Page Page { get; } = new("arenas", "Arenas", """
        The shapes of public benchmarks, with schemas and seeded data of this repository. FlatBuffers C++ is 1.00. The limit is hand-written code for a format
        that cannot be read in place. A way has won a row if it is the fastest of its language. Before the measurement, the sums of all fields are compared,
        and FlatBuffers verifies and reads what this library wrote. Only the ratios of published figures can be compared.
        """.ReplaceLineEndings(" "),
    [
        new("mk48: 1,000 updates of a naval game",
        [
            WithSize(Row("mk48", ArenaJob.Write, 0.16, 0.18), 1.00),
            Row("mk48", ArenaJob.Values, 0.22, 0.30),
            WithSize(Row("mk48", ArenaJob.Packed)),
            Row("mk48", ArenaJob.Verify, 0.18, 0.20),
            Row("mk48", ArenaJob.Sum),
            Row("mk48", ArenaJob.Read, 0.28, 0.35),
            Row("mk48", ArenaJob.Reuse, 0.35, 0.40),
            With(Row("mk48", ArenaJob.New), new Target(CSharp, 0.9, Pack), new Target(CSharp, 0.9, Pack, TargetKind.Allocated)),
            Row("mk48", ArenaJob.Unpack),
        ],
            "Published (AMD EPYC 7763, Rust): FlatBuffers 5.14 ms, Cap'n Proto 2.64, rkyv 0.97, bitcode 0.70, wincode 0.63; verified access 5.47 ms with "
            + "FlatBuffers, 0.44 with rkyv; 2,325,620 B with FlatBuffers, 971,318 with bitcode."),
        new("mk48_optional: the same, and a hidden contact has no type and no player",
        [
            WithSize(Row("mk48_optional", ArenaJob.Write), 1.02),
            WithSize(Row("mk48_optional", ArenaJob.Packed)),
            Row("mk48_optional", ArenaJob.Verify),
            Row("mk48_optional", ArenaJob.Reuse),
        ]),
        new("monsters: 50 monsters",
        [
            WithSize(Row("monsters", ArenaJob.Write, 0.11, 0.25)),
            Row("monsters", ArenaJob.Values, 0.15, 0.28),
            WithSize(Row("monsters", ArenaJob.Packed)),
            Row("monsters", ArenaJob.Verify, 0.30, 0.30),
            Row("monsters", ArenaJob.Sum, 0.85, 1.20),
            Row("monsters", ArenaJob.Read, 0.45, 0.55),
            Row("monsters", ArenaJob.Reuse, 0.45, 0.55),
            With(Row("monsters", ArenaJob.New), new Target(CSharp, 0.9, Pack)),
            Row("monsters", ArenaJob.Unpack),
        ],
            "Published (GCC 11, written and read 300,000 times): zpp_bits 733 and 693 ms, bitsery 1,470 and 1,524, FlatBuffers 8,757 and 3,361, Protobuf 19,929 "
            + "and 20,592; zpp_bits 8,413 B, FlatBuffers 14,924."),
    ])
    {
        Prepare = () =>
        {
            foreach (Arena arena in ArenaList.All)
            {
                ArenaCheck.Run(arena);
            }
        },
    };

    private static Question Row(string arena, ArenaJob job, double mostCpp = 0, double mostCSharp = 0) =>
        new($"arena-{arena}-{job.ToString().ToLowerInvariant()}", Title(job),
        [
            new(Flat, Case("flatbuffers", arena, job switch
            {
                ArenaJob.Values or ArenaJob.Packed => ArenaJob.Write,
                ArenaJob.Unpack => ArenaJob.Read,
                _ => job,
            })),
            new(Cpp, Case("codec", arena, job)),
            new(CSharp, Benchmark(arena, "Codec", job)),
            .. arena != "mk48_optional" && (job is ArenaJob.Write or ArenaJob.Reuse or ArenaJob.New) ? (Way[])[new(Pack, Benchmark(arena, Pack, job))] : [],
            .. job is ArenaJob.Write or ArenaJob.Reuse ? (Way[])[new(Stream, Case("hand", arena, job))] : [],
        ])
        {
            Limit = Stream,
            Own = [Cpp, CSharp],
            Unit = Flat,
            Targets = [.. ((Target[])[new(Cpp, mostCpp, Flat), new(CSharp, mostCSharp, Flat)]).Where(target => target.Most > 0)],
        };

    private static Question With(Question row, params Target[] targets) => row with { Targets = [.. row.Targets, .. targets] };

    private static Question WithSize(Question row, double? most = null) =>
        (most is { } ratio ? With(row, new Target(Cpp, ratio, Flat, TargetKind.Size)) : row) with { SizeTitle = row.Title + ", bytes" };

    private static string Title(ArenaJob job) => job switch
    {
        ArenaJob.Write => "write",
        ArenaJob.Values => "write from values",
        ArenaJob.Packed => "write and pack",
        ArenaJob.Verify => "verify",
        ArenaJob.Sum => "read every field in place",
        ArenaJob.Read => "verify, and read in place",
        ArenaJob.Reuse => "verify, and read into reused objects",
        ArenaJob.New => "read into new objects",
        _ => "unpack, verify, and read in place",
    };

    private static string Case(string side, string arena, ArenaJob job) => $"{CppWorkload.Prefix}{side}/{job.ToString().ToLowerInvariant()}-{arena}";

    private static string Benchmark(string arena, string side, ArenaJob job) =>
        $"ArenaBenchmarks.{(job <= ArenaJob.Packed ? "Write" : "Read")}(Arena={arena},Side={side},Job={job})";
}
