using System;
using System.Diagnostics;
using System.Globalization;
using System.IO;

namespace Codec.Bench.FlatBuffers.Comparison;

/// <summary>A running side: asks it to do a case and gets the time.</summary>
internal sealed class SideProcess : IDisposable
{
    private readonly Process _process;
    private readonly string _name;

    internal SideProcess(string name, string program, params string[] arguments)
    {
        _name = name;
        var start = new ProcessStartInfo(program, arguments) { RedirectStandardInput = true, RedirectStandardOutput = true };

        // The side's own thread is pinned to one core, and on a machine with a single one the JIT would wait ten times as long.
        start.Environment["DOTNET_TC_DelaySingleProcMultiplier"] = "1";
        _process = Process.Start(start)!;
    }

    internal void Pin(int core) => Ask($"pin {core}");

    /// <summary>Does the case so many times; gives the nanoseconds for each, and the number that every side must agree on.</summary>
    internal double Time(string name, long count, out string number)
    {
        string[] answer = Ask($"time {name} {count}").Split(' ');
        number = answer[1];
        return double.Parse(answer[0], CultureInfo.InvariantCulture) / count;
    }

    /// <summary>The bytes that the case allocates each time.</summary>
    internal double Bytes(string name, long count) => double.Parse(Ask($"bytes {name} {count}"), CultureInfo.InvariantCulture) / count;

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
