namespace Codec.Bench.Transport;

/// <summary>A connection of the load: a plain socket, the same for both kinds of server.</summary>
internal sealed class EchoClient(EndPoint server, int packetSize) : IDisposable
{
    private readonly byte[] _buffer = new byte[packetSize];

    internal Socket Socket { get; } = LoopbackPair.Connect(server);

    internal async Task AskAsync(byte[] packet, long times)
    {
        for (; times > 0; times--)
        {
            await Socket.SendAsync(packet.AsMemory(), SocketFlags.None).ConfigureAwait(false);
            await ReceiveAsync().ConfigureAwait(false);
        }
    }

    internal async Task ReceiveAsync(long times)
    {
        for (; times > 0; times--)
        {
            await ReceiveAsync().ConfigureAwait(false);
        }
    }

    /// <summary>Closes the connection with a reset, as the system does for a process that is killed before it has read everything.</summary>
    internal void Reset()
    {
        Socket.LingerState = new LingerOption(true, 0);
        Socket.Dispose();
    }

    public void Dispose() => Socket.Dispose();

    // Pooled: the raw side of a comparison must not pay for a state machine that each wait allocates.
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    internal async ValueTask<Memory<byte>> ReceiveAsync()
    {
        for (int received = 0; received < _buffer.Length;)
        {
            int count = await Socket.ReceiveAsync(_buffer.AsMemory(received), SocketFlags.None).ConfigureAwait(false);
            received += count > 0 ? count : throw new EndOfStreamException("The server closed the connection.");
        }

        return _buffer;
    }
}
