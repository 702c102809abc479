using System.Reflection;

namespace Codec.Bench.Scale;

/// <summary>A running <see cref="ServerWorker"/>.</summary>
internal sealed class ServerProcess : IDisposable
{
    private readonly WorkerProcess _process;

    internal ServerProcess(ServerKind kind, int packetSize)
    {
        _process = new WorkerProcess(
            $"{kind} server", "dotnet", Assembly.GetExecutingAssembly().Location, ServerWorker.Verb, kind.ToString(), packetSize
                .ToString(CultureInfo.InvariantCulture));
        EndPoint = new IPEndPoint(IPAddress.Loopback, int.Parse(_process.Answer("the start"), CultureInfo.InvariantCulture));
    }

    internal IPEndPoint EndPoint { get; }

    /// <summary>Sends a command, and returns the numbers of the answer.</summary>
    internal double[] Ask(string question) => [.. _process.Ask(question).Split(' ').Select(word => double.Parse(word, CultureInfo.InvariantCulture))];

    public void Dispose() => _process.Dispose();
}
