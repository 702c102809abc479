namespace Codec.Bench.Transport;

/// <summary>Reads packets, and signals each time the expected number has been received.</summary>
internal sealed class PacketSink : IDisposable
{
    private readonly SemaphoreSlim _done = new(0);
    private readonly int _expected;
    private int _received;
    private long _sum;

    internal PacketSink(PacketConnection connection, int expected)
    {
        _expected = expected;
        _ = Task.Run(() => ReadAsync(connection));
    }

    /// <summary>Reads as a program without the library would.</summary>
    internal PacketSink(Socket socket, int expected)
    {
        _expected = expected;
        _ = Task.Run(() => ReadAsync(socket));
    }

    internal long Sum => Volatile.Read(ref _sum);

    public void Dispose() => _done.Dispose();

    internal void Wait() => _done.Wait();

    private async Task ReadAsync(PacketConnection connection)
    {
        try
        {
            await foreach (PacketReadResult result in connection.ReadAllAsync().ConfigureAwait(false))
            {
                Packet packet = result.Packet;
                Add(packet.Id + packet.Payload[0]);
            }
        }
        catch (PacketConnectionException)
        {
            // The benchmark is over.
        }
    }

    private async Task ReadAsync(Socket socket)
    {
        byte[] buffer = new byte[HandWrittenSender.WriteSize];
        int held = 0;
        try
        {
            for (int count; (count = await socket.ReceiveAsync(buffer.AsMemory(held)).ConfigureAwait(false)) > 0;)
            {
                held += count;
                int begin = 0;
                while (held - begin >= 4 && BinaryPrimitives.ReadUInt16LittleEndian(buffer.AsSpan(begin)) + 4 is int size && size <= held - begin)
                {
                    Add(BinaryPrimitives.ReadUInt16LittleEndian(buffer.AsSpan(begin + 2)) + buffer[begin + 4]);
                    begin += size;
                }

                buffer.AsSpan(begin, held - begin).CopyTo(buffer);
                held -= begin;
            }
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            // The benchmark is over.
        }
    }

    private void Add(long packet)
    {
        _sum += packet;
        if (++_received == _expected)
        {
            _received = 0;
            _done.Release();
        }
    }
}
