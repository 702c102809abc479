namespace Codec.Bench.Measuring;

/// <summary>A case of the C++ program <c>codec_bench_messages</c>, such as <c>cpp:codec/read-chat</c>, in a process of its own.</summary>
internal sealed class CppWorkload(string benchmark) : IWorkload, IDisposable
{
    internal const string Prefix = "cpp:";

    private const string Executable = "codec_bench_messages";
    private const string Folder = "artifacts/bench/cpp";
    private const string Include = "artifacts/bench/include";
    private const string Arenas = "Codec.Bench/Arenas/Schemas";

    // The answer of Libraries, for the processes that this one starts: they need not build again.
    private const string BuiltVariable = "CODEC_BENCH_LIBRARIES";

    internal static readonly string[] Tools = ["cmake", "c++", "node", "npm"];

    private static readonly Lazy<string> Built = new(() => Environment.GetEnvironmentVariable(BuiltVariable) ?? Build());
    private static readonly Dictionary<string, bool> Sides = [];

    private readonly WorkerProcess _process = StartBuilt(benchmark);
    private readonly string _case = benchmark[Prefix.Length..];

    public int OperationsPerCall => 1;
    public long CompiledMethods => 0;

    /// <summary>Gets the checksum of the last run, which both sides of a comparison must have.</summary>
    internal string Checksum { get; private set; } = "";

    /// <summary>Gets the size of the payload, in bytes, or 0 if the program has no such case.</summary>
    internal long PayloadBytes => long.Parse(_process.Ask("size " + _case), CultureInfo.InvariantCulture);

    internal static bool Is(string? benchmark) => benchmark?.StartsWith(Prefix, StringComparison.Ordinal) == true;

    /// <summary>Builds the program, once for all processes. Returns its compiler and the versions of its libraries.</summary>
    internal static string Libraries() => Built.Value;

    /// <summary>Builds the program, and returns the library that the case lacks, or <see langword="null"/>.</summary>
    internal static string? FirstMissing(string benchmark)
    {
        string side = benchmark[Prefix.Length..benchmark.IndexOf('/', StringComparison.Ordinal)];
        if (!Sides.TryGetValue(side, out bool isBuilt))
        {
            using CppWorkload workload = new(benchmark);
            Sides[side] = isBuilt = workload.PayloadBytes > 0;
        }

        return isBuilt ? null : $"the library of {side}";
    }

    internal static void CheckSame(IEnumerable<CppWorkload> sides)
    {
        string[] checksums = [.. sides.Select(side => side.Checksum).Distinct()];
        if (checksums.Length > 1)
        {
            throw new InvalidOperationException($"The sides do not do the same work: {string.Join(", ", checksums)}.");
        }
    }

    internal void Pin(int core) => _process.Ask(string.Create(CultureInfo.InvariantCulture, $"pin {core}"));

    public double Run(long calls)
    {
        string[] answer = _process.Ask(string.Create(CultureInfo.InvariantCulture, $"time {_case} {calls}")).Split(' ');
        Checksum = answer[1];
        return double.Parse(answer[0], CultureInfo.InvariantCulture);
    }

    public double Allocate(long calls) =>
        double.Parse(_process.Ask(string.Create(CultureInfo.InvariantCulture, $"bytes {_case} {calls}")), CultureInfo.InvariantCulture);

    public void Dispose() => _process.Dispose();

    private static WorkerProcess StartBuilt(string benchmark)
    {
        Libraries();
        WorkerProcess process = Start($"C++ program for {benchmark}");

        // The check of an arena writes the request that loads its data.
        string request = Programs.TemporaryFile($"arenas/{benchmark[(benchmark.IndexOf('-', StringComparison.Ordinal) + 1)..]}.load");
        if (File.Exists(request) && process.Ask(File.ReadAllText(request)) is not "loaded" and var difference)
        {
            process.Dispose();
            throw new InvalidOperationException(difference);
        }

        return process;
    }

    private static WorkerProcess Start(string name) => new(name, Path.Combine(Programs.Root, Folder, Executable));

    // FlatBuffers is that of the pinned flatc. The other libraries are those that are installed.
    private static string Build()
    {
        if (!Directory.Exists(Path.Combine(Programs.Root, "eng/flatc/node_modules")))
        {
            Programs.Run("npm", "ci", "--prefix", "eng/flatc");
        }

        Programs.Run("node", "eng/flatc/export-cpp.mjs", Include, Arenas);
        Programs.Run("dotnet", Programs.Tool, "gen", "cpp", "schemas/packets.fbs", "schemas/test_packet.fbs", "schemas/game.fbs", "schemas/packed.fbs", "-o", Include);
        string[] schemas = Directory.GetFiles(Path.Combine(Programs.Root, Arenas));
        Programs.Run("dotnet", [Programs.Tool, "gen", "cpp", .. schemas, "--namespace", "ours", "-o", Include + "/further"]);
        Programs.Run("cmake", "-S", "cpp/bench", "-B", Folder, $"-DCODEC_BENCH_INCLUDE={Path.Combine(Programs.Root, Include)}");
        Programs.Run("cmake", "--build", Folder, "--target", Executable);
        using WorkerProcess process = Start("C++ program");
        string libraries = process.Ask("libraries");
        Environment.SetEnvironmentVariable(BuiltVariable, libraries);
        return libraries;
    }
}
