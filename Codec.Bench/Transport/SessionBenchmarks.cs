using Codec.Sessions;

namespace Codec.Bench.Transport;

/// <summary>How much of the throughput of a connection is left with a session that has a handshake and a heartbeat?</summary>
[SuppressMessage("Design", "CA1001", Justification = "The cleanup disposes them.")]
public class SessionBenchmarks
{
    private const int Packets = 131_072;

    private readonly byte[] _payload = HandWrittenSender.MakePacket(PacketHeader.ByteCount + 64)[PacketHeader.ByteCount..];
    private (PacketConnection Sender, PacketConnection Receiver, PacketSink Sink) _plain;
    private (PacketConnection Sender, PacketConnection Receiver, PacketSink Sink) _session;

    [GlobalSetup]
    public void Setup()
    {
        _plain = Connect(null, null);
        _session = Connect(Options(isServer: false), Options(isServer: true));
        if (!SpinWait.SpinUntil(() => _session.Sender.Session!.IsOpen, TimeSpan.FromSeconds(20)))
        {
            throw new InvalidOperationException("The handshake has not ended.");
        }
    }

    [GlobalCleanup]
    public async Task CleanupAsync()
    {
        foreach ((PacketConnection sender, PacketConnection receiver, PacketSink sink) in new[] { _plain, _session })
        {
            await sender.DisposeAsync().ConfigureAwait(false);
            await receiver.DisposeAsync().ConfigureAwait(false);
            sink.Dispose();
        }
    }

    [Benchmark(Baseline = true, OperationsPerInvoke = Packets)]
    public Task Plain() => SendAsync(_plain.Sender, _plain.Sink);

    [Benchmark(OperationsPerInvoke = Packets)]
    public Task Session() => SendAsync(_session.Sender, _session.Sink);

    private static PacketConnectionOptions Options(bool isServer) => new()
    {
        Session = new PacketSessionOptions { IsServer = isServer, Protocol = new PacketProtocol(1, 2), HeartbeatInterval = TimeSpan.FromSeconds(1) },
    };

    private static (PacketConnection Sender, PacketConnection Receiver, PacketSink Sink) Connect(
        PacketConnectionOptions? client, PacketConnectionOptions? server)
    {
        (Socket near, Socket far) = LoopbackPair.Connect();
        PacketConnection sender = new(near, options: client);
        PacketConnection receiver = new(far, options: server);

        // Both sides read, as a session requires.
        _ = new PacketSink(sender, int.MaxValue);
        return (sender, receiver, new PacketSink(receiver, Packets));
    }

    private async Task SendAsync(PacketConnection sender, PacketSink sink)
    {
        for (int i = 0; i < Packets; i++)
        {
            await sender.SendAsync(HandWrittenSender.PacketId, _payload).ConfigureAwait(false);
        }

        sink.Wait();
    }
}
