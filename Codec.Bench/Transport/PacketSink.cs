using System;
using System.Threading;
using System.Threading.Tasks;
using Codec.Framing;
using Codec.Transport;

namespace Codec.Bench.Transport;

/// <summary>Reads a connection's packets, and says each time that as many came as were to come.</summary>
internal sealed class PacketSink : IDisposable
{
    private readonly SemaphoreSlim _done = new(0);
    private long _sum;

    internal PacketSink(PacketConnection connection, int expected) => _ = Task.Run(() => ReadAsync(connection, expected));

    /// <summary>What the packets' ids and first bytes amount to.</summary>
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
