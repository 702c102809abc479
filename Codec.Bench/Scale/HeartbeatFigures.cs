using Codec.Sessions;

namespace Codec.Bench.Scale;

/// <summary>The processor time of a server whose idle sessions have a heartbeat of a second.</summary>
internal static class HeartbeatFigures
{
    // The first pings compile methods, and the handshakes are over.
    private static readonly TimeSpan WarmUp = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan Time = TimeSpan.FromSeconds(10);

    /// <summary>Gets the options of the server's sessions, which send the pings.</summary>
    internal static PacketConnectionOptions Server { get; } =
        new() { Session = new PacketSessionOptions { IsServer = true, Protocol = new PacketProtocol(1, 2), HeartbeatInterval = TimeSpan.FromSeconds(1) } };

    /// <summary>Connects, and measures the processor time in nanoseconds for a second. The ratio is that to one core.</summary>
    internal static ScaleFigure Measure(int connections)
    {
        using ScaleLoad load = new(ServerKind.Session, ScaleFigures.PacketSize);
        PacketConnectionOptions options = new() { Session = new PacketSessionOptions { Protocol = new PacketProtocol(1, 2) } };
        List<PacketSink> sinks = [];
        load.Connect(connections);
        foreach (EchoClient client in load.Clients)
        {
            sinks.Add(new PacketSink(new PacketConnection(client.Socket, options: options), int.MaxValue));
        }

        Thread.Sleep(SmokeRun.IsActive ? TimeSpan.Zero : WarmUp);
        double before = load.Ask("cpu")[0];
        long start = Stopwatch.GetTimestamp();
        Thread.Sleep(SmokeRun.IsActive ? TimeSpan.FromSeconds(1) : Time);
        double seconds = Stopwatch.GetElapsedTime(start).TotalSeconds;
        double second = (load.Ask("cpu")[0] - before) / seconds;
        load.Ask($"wait {connections}");
        sinks.ForEach(sink => sink.Dispose());
        return new ScaleFigure(1e9, second, second / 1e9, Settling.Settled);
    }
}
