namespace Codec.Tests.Contracts.Sinks;

/// <summary>A <see cref="PacketDatagramSocket"/> that sends one datagram at a time.</summary>
public sealed class DatagramSink : PacketSink
{
    private readonly Socket _receiver = Bind();
    private readonly List<byte> _received = [];
    private readonly byte[] _datagram = new byte[65_536];
    private PacketDatagramSocket? _socket;

    public override void Open(PacketFormat format) => _socket = new PacketDatagramSocket(Bind(), format);

    public override void Send<TPacket>(in TPacket packet)
    {
        _socket!.SendAsync(packet, _receiver.LocalEndPoint).AsTask().GetAwaiter().GetResult();
        Receive();
    }

    public override void Send(uint id, byte[] payload)
    {
        _socket!.SendAsync(id, payload, _receiver.LocalEndPoint).AsTask().GetAwaiter().GetResult();
        Receive();
    }

    public override byte[] Close() => [.. _received];

    public override void Dispose()
    {
        _receiver.Dispose();
        _socket?.Dispose();
        base.Dispose();
    }

    private void Receive() => _received.AddRange(_datagram.AsSpan(0, _receiver.Receive(_datagram)).ToArray());

    private static Socket Bind()
    {
        Socket socket = new(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp) { ReceiveTimeout = 30_000 };
        socket.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        return socket;
    }
}
