namespace Codec.Bench.Transport;

/// <summary>
/// A server that is hand-written for this traffic: an array per connection that is just large enough, and the header read in place. It validates
/// nothing, has no deadlines, and cannot send from two threads.
/// </summary>
internal sealed class RawEchoServer : EchoServer<Socket>
{
    private readonly Socket _listener = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
    private readonly byte[] _packet;

    internal RawEchoServer(int packetSize)
    {
        _packet = HandWrittenSender.MakePacket(packetSize);
        _listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        _listener.Listen(int.MaxValue);
    }

    public override IPEndPoint EndPoint => (IPEndPoint)_listener.LocalEndPoint!;

    public override void Dispose() => _listener.Dispose();

    protected override async ValueTask<Socket> AcceptOneAsync()
    {
        Socket socket = await _listener.AcceptAsync().ConfigureAwait(false);
        socket.NoDelay = true;
        return socket;
    }

    protected override async Task EchoAsync(Socket connection)
    {
        byte[] buffer = new byte[_packet.Length];
        int received = 0;
        try
        {
            for (int count; (count = await connection.ReceiveAsync(buffer.AsMemory(received), SocketFlags.None).ConfigureAwait(false)) > 0;)
            {
                received += count;
                if (received < PacketHeader.ByteCount || received < PacketHeader.ByteCount + BinaryPrimitives.ReadUInt16LittleEndian(buffer))
                {
                    continue;
                }

                await connection.SendAsync(buffer.AsMemory(0, received), SocketFlags.None).ConfigureAwait(false);
                received = 0;
            }
        }
        catch (SocketException)
        {
            // The peer closed the connection.
        }

        connection.Dispose();
    }

    protected override async ValueTask SendAsync(Socket[] connections)
    {
        foreach (Socket socket in connections)
        {
            await socket.SendAsync(_packet.AsMemory(), SocketFlags.None).ConfigureAwait(false);
        }
    }
}
