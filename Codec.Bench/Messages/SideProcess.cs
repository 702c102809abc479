using System;
using System.Globalization;
using Codec.Bench.Measuring;

namespace Codec.Bench.Messages;

/// <summary>A running process of a side, which measures one case.</summary>
internal sealed class SideProcess(string name, string caseName, string program, params string[] arguments) : IWorkload, IDisposable
{
    private readonly WorkerProcess _process = new($"{name} side", program, arguments);

    /// <inheritdoc/>
    public int OperationsPerCall => 1;

    /// <summary>Gets the number of methods that the process had compiled at the end of its last turn. It is 0 for C++.</summary>
    public long CompiledMethods { get; private set; }

    /// <summary>Gets the result of the work, which must be equal on every side.</summary>
    internal string Number { get; private set; } = "";

    internal void Pin(int core) => _process.Ask($"pin {core}");

    /// <inheritdoc/>
    public double Run(long calls)
    {
        string[] answer = _process.Ask($"time {caseName} {calls}").Split(' ');
        Number = answer[1];
        CompiledMethods = answer.Length > 2 ? long.Parse(answer[2], CultureInfo.InvariantCulture) : 0;
        return double.Parse(answer[0], CultureInfo.InvariantCulture);
    }

    /// <inheritdoc/>
    public double Allocate(long calls) => double.Parse(_process.Ask($"bytes {caseName} {calls}"), CultureInfo.InvariantCulture);

    /// <inheritdoc/>
    public void Dispose() => _process.Dispose();
}
