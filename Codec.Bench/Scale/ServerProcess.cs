using System;
using System.Diagnostics;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Net;
using System.Reflection;

namespace Codec.Bench.Scale;

/// <summary>A running <see cref="ServerWorker"/>.</summary>
internal sealed class ServerProcess : IDisposable
{
    private readonly Process _process;

    internal ServerProcess(ServerKind kind, int packetSize, bool countsRents)
    {
        Kind = kind;
        string[] arguments = [Assembly.GetExecutingAssembly().Location, ServerWorker.Verb, kind.ToString(), packetSize.ToString(CultureInfo.InvariantCulture), countsRents.ToString()];
        _process = Process.Start(new ProcessStartInfo("dotnet", arguments) { RedirectStandardInput = true, RedirectStandardOutput = true })!;
        EndPoint = new IPEndPoint(IPAddress.Loopback, (int)Answer("the start")[0]);
    }

    internal ServerKind Kind { get; }

    internal IPEndPoint EndPoint { get; }

    /// <summary>Sends a command, and returns the numbers of the answer.</summary>
    /// <exception cref="InvalidDataException">The process ended.</exception>
    internal double[] Ask(string question)
    {
        _process.StandardInput.WriteLine(question);
        _process.StandardInput.Flush();
        return Answer(question);
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

    private double[] Answer(string question)
    {
        string line = _process.StandardOutput.ReadLine() ?? throw new InvalidDataException($"The {Kind} server exited before it answered '{question}'.");
        return [.. line.Split(' ').Select(word => double.Parse(word, CultureInfo.InvariantCulture))];
    }
}
