namespace Codec.Bench.Measuring;

/// <summary>Runs programs in the root of the repository in which this program was built.</summary>
internal static class Programs
{
    // The benchmarks on Mono take several minutes.
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(30);

    internal static string Root { get; } = FindRoot(AppContext.BaseDirectory);

    /// <summary>Gets the path of the tool, which is built together with this program, in the same configuration.</summary>
    internal static string Tool => Path.Combine(Root, "tool/bin", new DirectoryInfo(AppContext.BaseDirectory).Parent!.Name, "net8.0/Codec.Cli.dll");

    /// <summary>Returns the first tool that this machine lacks, or <see langword="null"/>. A tool is a program, or a file if it has a path.</summary>
    internal static string? FirstMissing(params string[] tools)
    {
        string[] folders = (Environment.GetEnvironmentVariable("PATH") ?? "").Split(Path.PathSeparator);
        return Array.Find(tools, tool => !(Path.IsPathRooted(tool)
            ? File.Exists(tool)
            : folders.Any(folder => File.Exists(Path.Combine(folder, tool)) || File.Exists(Path.Combine(folder, tool + ".exe")))));
    }

    /// <summary>Returns the path of a temporary file, below artifacts. Without a name, no other benchmark uses the file.</summary>
    internal static string TemporaryFile(string? name = null) =>
        Path.Combine(Directory.CreateDirectory(Path.Combine(Root, "artifacts/bench")).FullName, name ?? Path.GetRandomFileName());

    internal static string Run(string program, params string[] arguments)
    {
        ProcessStartInfo start = new(program, arguments)
        {
            WorkingDirectory = Root,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        using Process process = Process.Start(start)!;
        var errors = process.StandardError.ReadToEndAsync();
        var output = process.StandardOutput.ReadToEndAsync();
        if (!process.WaitForExit(Patience))
        {
            process.Kill(entireProcessTree: true);
            throw new InvalidOperationException($"{program} {string.Join(' ', arguments)} did not exit within {Patience.TotalMinutes} minutes.");
        }

        return process.ExitCode == 0 ? output.Result : throw new InvalidOperationException($"{program} failed: {output.Result}{errors.Result}");
    }

    private static string FindRoot(string folder)
    {
        DirectoryInfo? directory = new(folder);
        while (directory is not null && !File.Exists(Path.Combine(directory.FullName, "Codec.sln")))
        {
            directory = directory.Parent;
        }

        return directory?.FullName ?? throw new InvalidOperationException($"{folder} is not inside the repository.");
    }
}
