namespace Codec.Bench.Transport;

/// <summary>A <see cref="PacketConnection"/> for each client, and a <see cref="PacketListener"/>.</summary>
[SuppressMessage("Design", "CA1001", Justification = "The cleanup disposes them.")]
public class ConnectionBenchmarks : TransportPeer
{
    // As in DotNettyBenchmarks.
    private const int FlushInterval = 64;

    private PacketListener _listener = null!;
    private PacketConnection[] _clients = [];

    protected override void Connect()
    {
        _listener = new PacketListener(new IPEndPoint(IPAddress.Loopback, 0));
        _ = AcceptAsync();
        _clients = [.. Enumerable.Range(0, Clients).Select(_ => new PacketConnection(LoopbackPair.Connect(_listener.EndPoint)))];
        foreach (PacketConnection client in _clients)
        {
            _ = ReadAsync(client, packet =>
            {
                TakeAnswer(packet.Raw);
                return default;
            });
        }
    }

    protected override void Close()
    {
        Task.WaitAll([.. _clients.Select(client => client.DisposeAsync().AsTask())], Timeout);
        _listener.Dispose();
    }

    protected override void Send(int client, int number)
    {
        PacketConnection connection = _clients[client];
        connection.Write(HandWrittenSender.PacketId, Number(client, number).AsSpan(PacketHeader.ByteCount));
        if (Echoes || (number + 1) % FlushInterval == 0 || number == PacketsOfClient - 1)
        {
            ValueTask flushed = connection.FlushAsync();
            if (!flushed.IsCompletedSuccessfully)
            {
                flushed.AsTask().Wait(Timeout);
            }
        }
    }

    private static async Task ReadAsync(PacketConnection connection, Func<Packet, ValueTask> take)
    {
        try
        {
            await foreach (PacketReadResult result in connection.ReadAllAsync().ConfigureAwait(false))
            {
                ValueTask taken = take(result.Packet);
                await taken.ConfigureAwait(false);
            }
        }
        catch (PacketConnectionException)
        {
            // The peer closed the connection.
        }

        await connection.DisposeAsync().ConfigureAwait(false);
    }

    private async Task AcceptAsync()
    {
        try
        {
            while (true)
            {
                PacketConnection connection = await _listener.AcceptAsync().ConfigureAwait(false);
                _ = ReadAsync(connection, packet => Serve(connection, packet));
            }
        }
        catch (ObjectDisposedException)
        {
            // The listener was disposed.
        }
    }

    private ValueTask Serve(PacketConnection connection, Packet packet)
    {
        if (Echoes)
        {
            return connection.SendAsync(packet.Id, packet.Payload);
        }

        Take(packet.Raw, out _);
        return default;
    }
}
