namespace Codec.Bench.Measuring;

/// <summary>A case of the C++ program <c>codec_bench_messages</c>, such as <c>cpp:codec/read-chat</c>, in a process of its own.</summary>
internal sealed class CppWorkload(string benchmark) : IWorkload, IDisposable
{
    /// <summary>The start of the name of such a benchmark.</summary>
    internal const string Prefix = "cpp:";

    private const string Target = "codec_bench_messages";
    private const string Include = "artifacts/bench/include";

    internal static readonly string[] Tools = ["cmake", "c++", "node", "npm"];

    private readonly WorkerProcess _process = new($"C++ program for {benchmark}", Path.Combine(Programs.Root, "artifacts/bench/cpp", Target));
    private readonly string _case = benchmark[Prefix.Length..];

    public int OperationsPerCall => 1;

    public long CompiledMethods => 0;

    /// <summary>Gets the checksum of the last run, which both sides of a comparison must have.</summary>
    internal string Checksum { get; private set; } = "";

    /// <summary>Builds the program beside the code of the pinned flatc.</summary>
    internal static void Build()
    {
        if (!Directory.Exists(Path.Combine(Programs.Root, "eng/flatc/node_modules")))
        {
            Programs.Run("npm", "ci", "--prefix", "eng/flatc");
        }

        Programs.Run("node", "eng/flatc/export-cpp.mjs", Include);
        Programs.Run("cmake", "-S", "cpp/bench", "-B", "artifacts/bench/cpp", $"-DCODEC_BENCH_INCLUDE={Path.Combine(Programs.Root, Include)}");
        Programs.Run("cmake", "--build", "artifacts/bench/cpp", "--target", Target);
    }

    /// <summary>Moves the program to one core.</summary>
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
}
