namespace Codec.Bench.Arenas;

internal static class ArenaPage
{
    private const string Flat = "FlatBuffers C++";
    private const string Cpp = "Codec C++";
    private const string CSharp = "Codec C#";
    private const string Pack = "MemoryPack";
    private const string Protobuf = "Google.Protobuf";
    private const string ProtobufCpp = "protobuf C++";
    private const string Stream = "streaming C++";

    private const string SameLists = "Reading into new objects: as for mk48.";

    private const string SameViews = "Verifying and reading: as for mk48.";

    private const string Lists =
        "Reading into new objects: each vector has a FieldList of 32 bytes beside its array. Fields that are arrays would change the API.";

    private const string Views = "Verifying and reading: FlatBuffers reads without checks, and reading takes most of the time. "
        + "Views that check no offset again are not safe if the payload changes meanwhile.";

    internal static Page Page { get; } = new("arenas", "Arenas", """
        The shapes of public benchmarks, with schemas and seeded data of this repository. FlatBuffers C++ is 1.00. The limit is hand-written code for
        a format that cannot be read in place. A way has lost a row if another one of its language is faster. Only the ratios of published figures
        can be compared.
        """.ReplaceLineEndings(" "),
    [
        Group("mk48", "Published (AMD EPYC 7763, Rust): FlatBuffers 5.14 ms, Cap'n Proto 2.64, rkyv 0.97, bitcode 0.70, wincode 0.63; "
            + "verified access 5.47 ms "
            + "with FlatBuffers, 0.44 with rkyv; 2,325,620 B with FlatBuffers, 971,318 with bitcode."
            + Missed(
                "Writing: the streaming writer takes longer than the target of C++ for a third fewer bytes, so it takes a smaller format. "
                + "C# also checks each reference for null.",
                "Bytes: FlatBuffers omits numbers that equal their default. With constant offsets, each number has a place.",
                "Verifying in C#: 6 % too slow, because the bounds of two vectors are checked for each contact.",
                Views,
                Lists),
            WithSize(Row("mk48", ArenaJob.Write, 0.16, 0.18), 1.00),
            Row("mk48", ArenaJob.Values, 0.22, 0.30),
            WithSize(Row("mk48", ArenaJob.Packed)),
            Row("mk48", ArenaJob.Verify, 0.18, 0.20),
            Row("mk48", ArenaJob.Sum),
            Row("mk48", ArenaJob.Read, 0.28, 0.35),
            Row("mk48", ArenaJob.Reuse, 0.35, 0.40),
            With(Row("mk48", ArenaJob.New), new Target(CSharp, 0.9, Pack), new Target(CSharp, 0.9, Pack, TargetKind.Allocated))),
        Group("mk48_optional", "",
            WithSize(Row("mk48_optional", ArenaJob.Write), 1.02),
            WithSize(Row("mk48_optional", ArenaJob.Packed)),
            Row("mk48_optional", ArenaJob.Verify),
            Row("mk48_optional", ArenaJob.Reuse)),
        Group("monsters", "Published (GCC 11, written and read 300,000 times): zpp_bits 733 and 693 ms, bitsery 1,470 and 1,524, "
            + "FlatBuffers 8,757 and 3,361, "
            + "Protobuf 19,929 and 20,592; zpp_bits 8,413 B, FlatBuffers 14,924."
            + Missed(
                "Writing: FlatBuffers' C++ is 1.7 times as fast here as in the program that the targets were made with. "
                + "In its unit, all four are met.",
                "Verifying, and C++ into reused objects: at most 4 % too slow in C++, and 15 % in C#, "
                + "for the offset, the length and the terminator of each short text.",
                "Reading every field: each view of a text or a vector checks its bounds. " + SameViews,
                "C# into reused objects: a text that has not changed is found by comparing UTF-16 with UTF-8.",
                SameLists),
            WithSize(Row("monsters", ArenaJob.Write, 0.11, 0.25)),
            Row("monsters", ArenaJob.Values, 0.15, 0.28),
            WithSize(Row("monsters", ArenaJob.Packed)),
            Row("monsters", ArenaJob.Verify, 0.30, 0.30),
            Row("monsters", ArenaJob.Sum, 0.85, 1.20),
            Row("monsters", ArenaJob.Read, 0.45, 0.55),
            Row("monsters", ArenaJob.Reuse, 0.45, 0.55),
            With(Row("monsters", ArenaJob.New), new Target(CSharp, 0.9, Pack))),
        Group("account", "Published (FastBinaryEncoding 1.15, Windows): C++ writes in 96 ns and reads in 105 (252 B), C# in 698 and 986; "
            + "the final format 62 and "
            + "91 (152 B), 626 and 622. Protobuf C++ writes in 628 and reads in 759 (120 B). A target is half of the published time, "
            + "scaled by protobuf C++ of "
            + "the same run. Google.Protobuf reads into a new object."
            + Missed("C++: protobuf takes a fifth of its published time here, so the targets are 9 ns to write and 20 ns to read "
                + "six tables and six texts. The streaming writer takes more than twice the first; both take another format.",
                "C#, writing: the six texts are converted from UTF-16."),
            WithSize(Account(ArenaJob.Write, ArenaJob.Write, 96, 698, 628)),
            Account(ArenaJob.Into, ArenaJob.New, 105, 986, 759)),
        new("fory: the messages of Apache Fory's report",
            [.. ArenaList.All.Where(arena => arena.Name.StartsWith("fory_", StringComparison.Ordinal)).SelectMany(Fory)],
            "Published (Apple, .NET 8; ns to write and to read NumericStruct, Sample, MediaContent): Fory 50 and 82, 263 and 199, 380 and 450; "
            + "protobuf-net 171 and 252, 607 and 1,192, 510 and 847; MessagePack, typeless, 108 and 143, 377 and 786, 418 and 791."
            + Missed(SameLists, "Writing five Sample: MemoryPack copies the numbers of an object at once. "
                + "Ours writes an offset and padding for each of 35 vectors, so that a payload can be read in place.")),
        Rust("log", "FlatBuffers 1.04 ms and 1,276,368 B; bitcode 0.14 ms and 703,710 B",
            "Writing in C#: texts are converted from UTF-16, with vectors. C++ copies them; C# would need texts in UTF-8.", SameViews),
        Rust("mesh", "FlatBuffers 0.52 ms and 6,000,024 B; rkyv 0.15 ms",
            "Each way copies the same 6 MB once, or reads them once, so the time is that of the memory."),
        Rust("savedata", "FlatBuffers 3.30 ms and 849,472 B; bitcode 0.12 ms and 327,688 B", SameViews),
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

    private static Group Group(string arena, string note, params Question[] rows) => new($"{arena}: {ArenaList.Find(arena).Title}", rows, note);

    // What was tried for the targets that are missed, and what it would take to reach them.
    private static string Missed(params string[] causes) => "\n\nMissed targets:\n\n- " + string.Join("\n- ", causes);

    private static Group Rust(string arena, string published, params string[] missed) => Group(arena,
        $"Published (AMD EPYC 7763, Rust), written: {published}." + Missed(missed),
        WithSize(Row(arena, ArenaJob.Write, 0.2, 0.2)), Row(arena, ArenaJob.Read, 0.3, 0.3));

    private static Question Account(ArenaJob job, ArenaJob protobuf, double fbeCpp, double fbeCSharp, double published)
    {
        Question row = Row("account", job);
        return With(row, new Target(Cpp, Half(fbeCpp), ProtobufCpp), new Target(CSharp, Half(fbeCSharp), ProtobufCpp)) with
        {
            Ways = [.. row.Ways, new(ProtobufCpp, Case("protobuf", "account", job)), new(Protobuf, Benchmark("account", "Protobuf", protobuf))],
        };

        double Half(double time) => Math.Round(time / published / 2, 3);
    }

    private static IEnumerable<Question> Fory(Arena arena) => ((ArenaJob[])[ArenaJob.Write, ArenaJob.New]).Select(job => Row(arena.Name, job))
        .Select(row => With(row, new Target(CSharp, 1, Pack)) with { Title = $"{arena.Title}: {row.Title}" });

    private static Question Row(string arena, ArenaJob job, double mostCpp = 0, double mostCSharp = 0) =>
        new($"arena-{arena}-{job.ToString().ToLowerInvariant()}", Title(job),
        [
            new(Flat, Case("flatbuffers", arena, job <= ArenaJob.Packed ? ArenaJob.Write : job)),
            new(Cpp, Case("codec", arena, job)),
            new(CSharp, Benchmark(arena, "Codec", job)),
            .. ArenaList.Find(arena).HasMemoryPack && (job is ArenaJob.Write or ArenaJob.Reuse or ArenaJob.Into or ArenaJob.New)
                ? (Way[])[new(Pack, Benchmark(arena, Pack, job))] : [],
            .. job is ArenaJob.Write or ArenaJob.Reuse ? (Way[])[new(Stream, Case("hand", arena, job))] : [],
        ])
        {
            Limit = Stream,
            Own = [Cpp, CSharp],
            Unit = Flat,
            Plan = "arenas",
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
        ArenaJob.Into => "read into reused objects",
        _ => "read into new objects",
    };

    private static string Case(string side, string arena, ArenaJob job) => $"{CppWorkload.Prefix}{side}/{job.ToString().ToLowerInvariant()}-{arena}";

    private static string Benchmark(string arena, string side, ArenaJob job) =>
        $"ArenaBenchmarks.{(job <= ArenaJob.Packed ? "Write" : "Read")}(Arena={arena},Side={side},Job={job})";
}
