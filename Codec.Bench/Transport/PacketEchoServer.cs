namespace Codec.Bench.Transport;

internal sealed class PacketEchoServer(int packetSize, PacketConnectionOptions? options = null) : EchoServer<PacketConnection>
{
    private readonly PacketListener _listener = new(new IPEndPoint(IPAddress.Loopback, 0), options: options);
    private readonly byte[] _payload = HandWrittenSender.MakePacket(packetSize)[PacketHeader.ByteCount..];

    public override IPEndPoint EndPoint => (IPEndPoint)_listener.EndPoint;

    public override void Dispose() => _listener.Dispose();

    protected override async ValueTask<PacketConnection> AcceptOneAsync() => await _listener.AcceptAsync().ConfigureAwait(false);

    protected override async Task EchoAsync(PacketConnection connection)
    {
        try
        {
            await foreach (PacketReadResult result in connection.ReadAllAsync().ConfigureAwait(false))
            {
                ValueTask sent = Answer(connection, result.Packet);
                await sent.ConfigureAwait(false);
            }
        }
        catch (PacketConnectionException)
        {
            // The peer closed the connection.
        }

        await connection.DisposeAsync().ConfigureAwait(false);
    }

    protected override async ValueTask SendAsync(PacketConnection[] connections) =>
        await PacketBroadcast.SendAsync(connections, HandWrittenSender.PacketId, _payload).ConfigureAwait(false);

    private static ValueTask Answer(PacketConnection connection, Packet packet) => connection.SendAsync(packet.Id, packet.Payload);
}
