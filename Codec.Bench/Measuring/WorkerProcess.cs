namespace Codec.Bench.Measuring;

/// <summary>A running process that answers each line of its standard input with a line, and exits at the end of the input.</summary>
internal sealed class WorkerProcess : IDisposable
{
    // Longer than any answer takes.
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(10);

    private readonly string _name;
    private readonly Process _process;

    internal WorkerProcess(string name, string program, params string[] arguments)
    {
        _name = name;
        var start = new ProcessStartInfo(program, arguments) { RedirectStandardInput = true, RedirectStandardOutput = true };

        // On a machine with a single core, or pinned to one, the JIT would otherwise delay compilation ten times as long.
        start.Environment["DOTNET_TC_DelaySingleProcMultiplier"] = "1";
        _process = Process.Start(start)!;
    }

    internal string Ask(string question)
    {
        _process.StandardInput.WriteLine(question);
        _process.StandardInput.Flush();
        return Answer(question);
    }

    /// <summary>Returns the next line of the process.</summary>
    /// <exception cref="InvalidDataException">The process ended.</exception>
    /// <exception cref="TimeoutException">The process did not answer.</exception>
    internal string Answer(string question)
    {
        Task<string?> line = _process.StandardOutput.ReadLineAsync();
        return line.Wait(Patience)
            ? line.Result ?? throw new InvalidDataException($"The {_name} exited before it answered '{question}'.")
            : throw new TimeoutException($"The {_name} did not answer '{question}' within {Patience.TotalMinutes} minutes.");
    }

    public void Dispose()
    {
        _process.StandardInput.Close();
        if (!_process.WaitForExit(TimeSpan.FromSeconds(5)))
        {
            _process.Kill(entireProcessTree: true);
        }

        _process.Dispose();
    }
}
