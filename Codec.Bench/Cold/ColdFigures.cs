namespace Codec.Bench.Cold;

/// <summary>Publishes the programs of Codec.Bench.Cold, and measures them, each run in a new process.</summary>
internal sealed class ColdFigures
{
    private const string Project = "Codec.Bench/Targets/Codec.Bench.Cold";
    private const string Mono = "mono";
    private const int Rounds = 21;

    private readonly Dictionary<string, Dictionary<ColdJob, List<(double Job, double Process)>>> _runs = [];

    internal static IReadOnlyList<(string Mode, string Name)> Modes { get; } =
        [("jit", ".NET 10"), ("r2r", "ReadyToRun"), ("aot", "Native AOT"), (Mono, "Mono")];

    /// <summary>Gets the programs whose sizes are compared: without and with a client.</summary>
    internal static IReadOnlyList<(string Program, string Name)> Sizes { get; } =
        [("Socket", "opens a socket"), ("Client", "uses PacketClient")];

    /// <summary>Returns the answer to a question: <c>first/MODE</c>, <c>process/MODE</c> or <c>size/MODE</c>.</summary>
    internal Answer Answer(Question question, string name)
    {
        string[] words = name.Split('/');
        if (words[0] == "size")
        {
            return new Answer(question.Id, [.. Sizes.Select(size => Row(size.Name, [Bytes(Publish(words[1], size.Program, 1))]))]);
        }

        Dictionary<ColdJob, List<(double Job, double Process)>> runs = Run(words[1]);
        return new Answer(question.Id, words[0] == "first"
            ? [.. ColdJob.All.Where(runs.ContainsKey).Select(job => Row(job.Name, runs[job].Select(run => run.Job)))]
            : [.. ColdJob.Processes.Where(runs.ContainsKey).Select(job => Row(job.Name, runs[job].Zip(runs[job.Baseline], (run, without) =>
                run.Process - without.Process)))]);
    }

    internal static void RunBuilt()
    {
        foreach (string job in ColdJob.All.Select(job => job.Job).Distinct())
        {
            Programs.Run("dotnet", Path.Combine(Project, "bin/Release/net10.0/Codec.Bench.Cold.dll"), job);
        }
    }

    /// <summary>Runs all jobs in turns. A run has the time of the job and that of its process, in nanoseconds.</summary>
    private Dictionary<ColdJob, List<(double Job, double Process)>> Run(string mode)
    {
        if (_runs.TryGetValue(mode, out Dictionary<ColdJob, List<(double Job, double Process)>>? made))
        {
            return made;
        }

        // MemoryPack has no build for .NET Framework, which Mono runs.
        ColdJob[] jobs = [.. ColdJob.Processes.Concat(ColdJob.Processes.Select(job => job.Baseline)).Distinct()
            .Where(job => mode != Mono || job.Job != "memorypack")];
        Dictionary<int, string> folders = jobs.Select(job => job.Tables).Distinct()
            .ToDictionary(tables => tables, tables => Publish(mode, "Packet", tables));
        string file = "Codec.Bench.Cold" + (mode is Mono || OperatingSystem.IsWindows() ? ".exe" : "");
        made = jobs.ToDictionary(job => job, _ => new List<(double Job, double Process)>());
        for (int round = -1; round < Rounds; round++)
        {
            foreach (ColdJob job in round % 2 == 0 ? jobs : jobs.Reverse())
            {
                string program = Path.Combine(folders[job.Tables], file);
                long start = Stopwatch.GetTimestamp();
                string output = mode is Mono ? Programs.Run(Mono, program, job.Job) : Programs.Run(program, job.Job);
                double elapsed = Stopwatch.GetElapsedTime(start).TotalNanoseconds;

                // The first round reads the files from the disk.
                if (round >= 0)
                {
                    made[job].Add((double.Parse(output.Split(' ')[0], CultureInfo.InvariantCulture), elapsed));
                }
            }
        }

        _runs.Add(mode, made);
        return made;
    }

    private static string Publish(string mode, string program, int tables)
    {
        string folder = Path.Combine(Programs.Root, "artifacts/cold", $"{mode}-{program}-{tables}");
        if (Directory.Exists(folder))
        {
            Directory.Delete(folder, recursive: true);
        }

        Environment.SetEnvironmentVariable("COLD_MODE", mode);
        Environment.SetEnvironmentVariable("COLD_PROGRAM", program);
        Environment.SetEnvironmentVariable("COLD_TABLES", tables > 1 ? Schema(tables) : "");
        string[] target = mode == Mono ? ["build", Project, "-f", "net472"] : ["publish", Project, "-f", "net10.0", "--use-current-runtime"];
        Programs.Run("dotnet", [.. target, "-c", "Release", "-o", folder, "-v", "q"]);
        return folder;
    }

    private static string Schema(int tables)
    {
        string file = Programs.TemporaryFile($"tables-{tables}.fbs");
        File.WriteAllLines(file, ["include \"packets.fbs\";", "namespace Cold;", .. Enumerable.Range(1, tables - 1).Select(number =>
            $"table Table{number} (packet_id: {100 + number}) {{ id:uint; time:double; name:string; values:[int]; }}")]);
        return file;
    }

    // What a user gets: without symbols and documentation.
    private static double Bytes(string folder) =>
        new DirectoryInfo(folder).GetFiles().Where(file => file.Extension is not (".pdb" or ".dbg" or ".xml")).Sum(file => file.Length);

    private static Row Row(string name, IEnumerable<double> figures)
    {
        Measurement measured = new([.. figures], 1, Settling.Settled);
        return new Row(name, measured.Median, measured.FirstQuartile, measured.ThirdQuartile);
    }
}
