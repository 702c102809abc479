using System;
using System.Threading;
using System.Threading.Tasks;
using Codec.Framing;
using Codec.Transport;

namespace Codec.Bench.Transport;

/// <summary>Reads the packets of a connection, and signals each time the expected number has been received.</summary>
internal sealed class PacketSink : IDisposable
{
    private readonly SemaphoreSlim _done = new(0);
    private long _sum;

    internal PacketSink(PacketConnection connection, int expected) => _ = Task.Run(() => ReadAsync(connection, expected));

    /// <summary>Gets the checksum of the packets' ids and first bytes.</summary>
    internal long Sum => Volatile.Read(ref _sum);

    public void Dispose() => _done.Dispose();

    internal void Wait() => _done.Wait();

    private async Task ReadAsync(PacketConnection connection, int expected)
    {
        int received = 0;
        try
        {
            await foreach (PacketReadResult result in connection.ReadAllAsync().ConfigureAwait(false))
            {
                SequencePacket packet = result.Packet;
                _sum += packet.Id + packet.FirstPayloadSpan[0];
                if (++received == expected)
                {
                    received = 0;
                    _done.Release();
                }
            }
        }
        catch (PacketConnectionException)
        {
            // The benchmark is over.
        }
    }
}
