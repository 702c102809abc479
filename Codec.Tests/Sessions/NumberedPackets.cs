namespace Codec.Tests.Sessions;

/// <summary>Packets with numbers and random lengths, whose receiver notices the first that is lost, doubled or changed.</summary>
internal sealed class NumberedPackets
{
    private uint _count;

    internal uint Count => Volatile.Read(ref _count);

    internal string? Mistake { get; private set; }

    internal static async Task<uint> SendAsync(PacketConnection connection, int seed, CancellationToken stopping)
    {
        Random random = new(seed);
        uint count = 0;
        for (; !stopping.IsCancellationRequested; count++)
        {
            byte[] payload = new byte[random.Next(20) == 0 ? random.Next(4, 3000) : random.Next(4, 100)];
            payload.AsSpan().Fill((byte)count);
            BinaryPrimitives.WriteUInt32LittleEndian(payload, count);
            await connection.SendAsync(1, payload, CancellationToken.None);
            if (random.Next(50) == 0)
            {
                await Task.Yield();
                await connection.FlushAsync(CancellationToken.None);
            }
        }

        return count;
    }

    internal void Receive(in Packet packet)
    {
        uint number = BinaryPrimitives.ReadUInt32LittleEndian(packet.Payload);
        if (number != _count || packet.Payload[4..].ContainsAnyExcept((byte)number))
        {
            Mistake ??= $"{number} with {packet.Payload.Length} bytes instead of {_count}";
        }

        Volatile.Write(ref _count, _count + 1);
    }
}
