using System;
using System.Diagnostics;
using System.Globalization;
using System.IO;
using Codec.Bench.Measuring;

namespace Codec.Bench.FlatBuffers.Comparison;

/// <summary>A running side, which does one case and takes its time.</summary>
internal sealed class SideProcess : IWorkload, IDisposable
{
    private readonly Process _process;
    private readonly string _name;
    private readonly string _case;

    internal SideProcess(string name, string caseName, string program, params string[] arguments)
    {
        (_name, _case) = (name, caseName);
        var start = new ProcessStartInfo(program, arguments) { RedirectStandardInput = true, RedirectStandardOutput = true };

        // The side's own thread is pinned to one core, and on a machine with a single one the JIT would wait ten times as long.
        start.Environment["DOTNET_TC_DelaySingleProcMultiplier"] = "1";
        _process = Process.Start(start)!;
    }

    /// <inheritdoc/>
    public int OperationsPerCall => 1;

    /// <summary>Gets how many methods the side had compiled at the end of its last turn; a side in C++ compiles none.</summary>
    public long CompiledMethods { get; private set; }

    /// <summary>Gets the number that the work amounts to, on which every side must agree.</summary>
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
        return _process.StandardOutput.ReadLine() ?? throw new InvalidDataException($"The {_name} side ended at '{question}'.");
    }
}
