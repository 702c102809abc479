namespace Codec.Tests;

/// <summary>Finds and runs programs, and finds C++ headers and modules, that some tests require in addition to the .NET SDK.</summary>
internal static class ExternalProgram
{
    // The variable with the path of a folder. Each test process writes a file with the classes of its tests that use an external program, and .ci/run
    // repeats them without the programs.
    private const string UsersVariable = "CODEC_EXTERNAL_PROGRAM_USERS";

    // The variable with the number of minutes after which a program is stopped. A compiler needs seconds, but many times that on a busy machine.
    private const string MinutesVariable = "CODEC_PROGRAM_MINUTES";

    private static readonly HashSet<string> Stopped = [];
    private static readonly string? UsersFolder = Environment.GetEnvironmentVariable(UsersVariable);
    private static readonly HashSet<string> Users = [];
    private static readonly HashSet<string> Reasons = [];

    // Maps each program or header to its Debian package.
    private static readonly Dictionary<string, string> Packages = File.ReadAllLines(Repository.PathOf("eng", "debian-packages.txt"))
        .Where(line => line.Length > 0 && line[0] != '#')
        .Select(line => line.Split(' '))
        .ToDictionary(parts => parts[0], parts => parts[1]);

    /// <summary>Gets the time after which a program is stopped.</summary>
    public static TimeSpan Limit { get; } = TimeSpan.FromMinutes(RandomCases.Number(MinutesVariable) ?? 10);

    /// <summary>Skips the test if a program, header or module is missing, or fails it if CI=true. The reason names the packages to install.</summary>
    /// <param name="names">Names from eng/debian-packages.txt.</param>
    public static void Require(params string[] names)
    {
        RecordUser();
        string[] missing = names.Where(name => !Exists(name)).ToArray();
        if (missing.Length > 0)
        {
            Missing($"Install {string.Join(" ", missing.Select(name => Packages[name]).Distinct())} to run this test: {string.Join(", ", missing)} not found.");
        }
    }

    /// <summary>Skips the test, or fails it if CI=true.</summary>
    /// <param name="what">One line that names the packages to install.</param>
    public static void Missing(string what)
    {
        if (RandomCases.IsCI)
        {
            Assert.Fail(what);
        }

        // dotnet test does not show why a test was skipped, but it shows this line.
        lock (Reasons)
        {
            if (Reasons.Add(what))
            {
                TestContext.Error.WriteLine(what);
            }
        }

        Assert.Ignore(what);
    }

    /// <summary>Runs a program, and returns its exit code and its output, followed by its errors.</summary>
    /// <remarks>If the program was stopped before, the test fails at once: one failure says why, and the others do not wait.</remarks>
    public static (int ExitCode, string Output) Run(string program, params IEnumerable<string> arguments)
    {
        lock (Stopped)
        {
            if (Stopped.Contains(program))
            {
                Assert.Fail($"{program} was stopped in another test.");
            }
        }

        using Process process = Start(program, arguments, redirectInput: false);
        Task<string> errors = process.StandardError.ReadToEndAsync();
        Task<string> output = process.StandardOutput.ReadToEndAsync();
        if (!process.WaitForExit(Limit))
        {
            process.Kill(entireProcessTree: true);
            lock (Stopped)
            {
                Stopped.Add(program);
            }

            Assert.Fail($"{program} did not end within {Limit.TotalMinutes:0} minutes. If the machine is busy, set {MinutesVariable} to a larger number.");
        }

        return (process.ExitCode, output.GetAwaiter().GetResult() + errors.GetAwaiter().GetResult());
    }

    /// <summary>Runs a program, and returns its output. The test fails if the program fails.</summary>
    public static string RunSuccessfully(string program, params IEnumerable<string> arguments)
    {
        string[] list = arguments.ToArray();
        (int exitCode, string output) = Run(program, list);
        Assert.That(exitCode, Is.Zero, () => $"{program} {string.Join(' ', list)}\n{output}");
        return output;
    }

    /// <summary>Starts a program with redirected output and errors, and optionally with redirected input.</summary>
    public static Process Start(string program, IEnumerable<string> arguments, bool redirectInput)
    {
        // Every machine that runs the tests has dotnet.
        if (program != "dotnet")
        {
            RecordUser();
        }

        ProcessStartInfo start = new(program)
        {
            RedirectStandardInput = redirectInput,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        foreach (string argument in arguments)
        {
            start.ArgumentList.Add(argument);
        }

        return Process.Start(start)!;
    }

    private static void RecordUser()
    {
        if (UsersFolder is null || TestContext.CurrentContext.Test.ClassName is not string user)
        {
            return;
        }

        lock (Users)
        {
            if (Users.Add(user))
            {
                File.AppendAllText(Path.Combine(UsersFolder, $"{Environment.ProcessId}.txt"), user + "\n");
            }
        }
    }

    private static bool Exists(string name)
    {
        if (name.EndsWith(".h", StringComparison.Ordinal) || name.EndsWith(".hpp", StringComparison.Ordinal))
        {
            return Contains("CPLUS_INCLUDE_PATH", name) || File.Exists("/usr/include/" + name) || File.Exists("/usr/local/include/" + name);
        }

        if (name.EndsWith(".so", StringComparison.Ordinal))
        {
            return File.Exists("/usr/lib/nginx/modules/" + name);
        }

        return OperatingSystem.IsWindows() ? Contains("PATH", name + ".exe") || Contains("PATH", name + ".cmd") : Contains("PATH", name);
    }

    // Returns whether one of the folders in an environment variable contains the file.
    private static bool Contains(string variable, string file) =>
        (Environment.GetEnvironmentVariable(variable) ?? "").Split(Path.PathSeparator)
            .Any(directory => directory.Length > 0 && File.Exists(Path.Combine(directory, file)));
}
