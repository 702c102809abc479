namespace Codec.Transport;

internal sealed class SocketTransport : PacketTransport
{
    private readonly Socket _socket;
    private readonly NetworkStream _stream;

    // The peer of the socket, or the client of this peer.
    private EndPoint? _peer;

    /// <summary>Takes ownership of a socket, sets TCP_NODELAY if it is a TCP socket, and on .NET makes it non-blocking.</summary>
    internal SocketTransport(Socket socket)
    {
        Throw.IfNull(socket, nameof(socket));

        _socket = socket;
        _stream = new NetworkStream(socket, ownsSocket: true);
        if (socket.ProtocolType == ProtocolType.Tcp)
        {
            socket.NoDelay = true;
        }

        SocketWrites.Prepare(socket);
        _peer = FindPeer(socket);
    }

    internal override EndPoint? RemoteEndPoint => _peer;
    internal override Socket Socket => _socket;

    /// <summary>Sets the address of the client that a proxy has stated. No other thread has the connection yet.</summary>
    internal void SetClient(EndPoint? client) => _peer = client;

    internal override Stream Input => _stream;
    internal override bool WritesMayBlock => false;

    internal override ValueTask WriteAsync(ReadOnlyMemory<byte> bytes) => SocketWrites.WriteAsync(_socket, _stream, bytes);

    internal override Task EndOutputAsync()
    {
        _socket.Shutdown(SocketShutdown.Send);
        return Task.CompletedTask;
    }

    public override void Dispose() => IgnoreErrors(_stream.Dispose);

    internal static EndPoint? FindPeer(Socket socket)
    {
        try
        {
            return socket.RemoteEndPoint;
        }
        catch (Exception)
        {
            // The peer has reset the connection, which the next read reports. Or, on Mono, the end point that the caller bound or connected the socket to
            // does not implement Create.
            return null;
        }
    }
}
