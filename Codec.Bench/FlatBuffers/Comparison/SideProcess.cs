using System;
using System.Diagnostics;
using System.Globalization;
using System.IO;
using Codec.Bench.Measuring;

namespace Codec.Bench.FlatBuffers.Comparison;

/// <summary>A running process of a side, which measures one case.</summary>
internal sealed class SideProcess : IWorkload, IDisposable
{
    private readonly Process _process;
    private readonly string _name;
    private readonly string _case;

    internal SideProcess(string name, string caseName, string program, params string[] arguments)
    {
        (_name, _case) = (name, caseName);
        var start = new ProcessStartInfo(program, arguments) { RedirectStandardInput = true, RedirectStandardOutput = true };

        // The side's thread is pinned to one core. On a machine with a single core, the JIT would otherwise delay compilation ten times as long.
        start.Environment["DOTNET_TC_DelaySingleProcMultiplier"] = "1";
        _process = Process.Start(start)!;
    }

    /// <inheritdoc/>
    public int OperationsPerCall => 1;

    /// <summary>Gets the number of methods that the process had compiled at the end of its last turn. It is 0 for C++.</summary>
    public long CompiledMethods { get; private set; }

    /// <summary>Gets the result of the work, which must be equal on every side.</summary>
    internal string Number { get; private set; } = "";

    internal void Pin(int core) => Ask($"pin {core}");

    /// <inheritdoc/>
    public double Run(long calls)
    {
        string[] answer = Ask($"time {_case} {calls}").Split(' ');
        Number = answer[1];
        CompiledMethods = answer.Length > 2 ? long.Parse(answer[2], CultureInfo.InvariantCulture) : 0;
        return double.Parse(answer[0], CultureInfo.InvariantCulture);
    }

    /// <inheritdoc/>
    public double Allocate(long calls) => double.Parse(Ask($"bytes {_case} {calls}"), CultureInfo.InvariantCulture);

    /// <inheritdoc/>
    public void Dispose()
    {
        _process.StandardInput.Close();
        if (!_process.WaitForExit(TimeSpan.FromSeconds(5)))
        {
            _process.Kill(entireProcessTree: true);
        }

        _process.Dispose();
    }

    private string Ask(string question)
    {
        _process.StandardInput.WriteLine(question);
        _process.StandardInput.Flush();
        return _process.StandardOutput.ReadLine() ?? throw new InvalidDataException($"The {_name} side exited before it answered '{question}'.");
    }
}
