namespace Codec.Tests.Cli;

/// <summary>Runs the tool <c>codec</c> in another process with redirected output.</summary>
internal sealed class ToolProcess : RunningTool
{
    private readonly Process _process;
    private readonly List<string> _errors = [];

    private ToolProcess(ProcessStartInfo start)
    {
        _process = new Process { StartInfo = start };
        _process.OutputDataReceived += (_, line) => Add(line.Data);
        _process.ErrorDataReceived += (_, line) =>
        {
            if (line.Data is not null)
            {
                lock (_errors)
                {
                    _errors.Add(line.Data);
                }
            }
        };
        _process.Start();
        _process.BeginOutputReadLine();
        _process.BeginErrorReadLine();
    }

    public override string Errors
    {
        get
        {
            lock (_errors)
            {
                return string.Concat(_errors.Select(line => line + "\n"));
            }
        }
    }

    /// <summary>Starts the tool.</summary>
    public static ToolProcess Start(params IEnumerable<string> arguments) => Start([], null, arguments);

    /// <summary>Starts the tool in a shell after a command that sets a limit.</summary>
    /// <param name="limit">The command, such as <c>ulimit -n 100</c>.</param>
    /// <param name="arguments">The arguments of the tool.</param>
    public static ToolProcess StartLimited(string limit, params IEnumerable<string> arguments)
    {
        ProcessStartInfo start = StartInfo("/bin/sh", ["-c", $"{limit}; exec \"$@\"", "sh", DotNet, CodecTool.Path, .. arguments]);

        // By default, the runtime maps its code through a file, whose size would be limited too.
        start.Environment["DOTNET_EnableWriteXorExecute"] = "0";
        return new ToolProcess(start);
    }

    /// <summary>Starts the tool with environment variables, in a folder.</summary>
    public static ToolProcess Start(Dictionary<string, string> environment, string? folder, IEnumerable<string> arguments)
    {
        ProcessStartInfo start = StartInfo(DotNet, [CodecTool.Path, .. arguments]);
        start.WorkingDirectory = folder ?? "";
        foreach ((string name, string value) in environment)
        {
            start.Environment[name] = value;
        }

        return new ToolProcess(start);
    }

    /// <summary>Sends a signal, such as INT for Ctrl+C. If the tool ignores it, sends TERM.</summary>
    public void Signal(string name) => ExternalProgram.RunSuccessfully("/bin/sh", "-c", $"kill -{(Ignores(name) ? "TERM" : name)} {_process.Id}");

    public override void Interrupt() => Signal("INT");

    public override int WaitForExit()
    {
        if (!_process.WaitForExit(Limit))
        {
            _process.Kill(entireProcessTree: true);
            Assert.Fail($"The tool did not end within {Limit.TotalSeconds:0} seconds:\n{Output}{Errors}");
        }

        // Unlike the overload with a limit, this waits until both outputs have been read completely.
        _process.WaitForExit();
        return _process.ExitCode;
    }

    public override void Dispose()
    {
        if (!_process.HasExited)
        {
            _process.Kill(entireProcessTree: true);
            _process.WaitForExit();
        }

        _process.Dispose();
        base.Dispose();
    }

    // A script that starts the tests as a background job lets them and their child processes ignore INT, and nohup lets them ignore HUP.
    private bool Ignores(string signal)
    {
        int number = signal switch { "HUP" => 1, "INT" => 2, _ => 0 };
        string status = $"/proc/{_process.Id}/status";
        string? ignored = number > 0 && File.Exists(status) ? File.ReadLines(status).First(line => line.StartsWith("SigIgn:", StringComparison.Ordinal)) : null;
        return ignored is not null && (ulong.Parse(ignored["SigIgn:".Length..], NumberStyles.HexNumber, CultureInfo.InvariantCulture) >> (number - 1) & 1) != 0;
    }

    // The full path, because a test may change the PATH of the process.
    private static string DotNet => Environment.ProcessPath is { } path && Path.GetFileNameWithoutExtension(path) == "dotnet" ? path : "dotnet";

    private static ProcessStartInfo StartInfo(string program, IEnumerable<string> arguments)
    {
        ProcessStartInfo start = new(program) { RedirectStandardOutput = true, RedirectStandardError = true };
        foreach (string argument in arguments)
        {
            start.ArgumentList.Add(argument);
        }

        return start;
    }
}
