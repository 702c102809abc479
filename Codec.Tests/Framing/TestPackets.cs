namespace Codec.Tests.Framing;

/// <summary>Packets and their bytes, which the test encodes independently of the library.</summary>
public sealed class TestPackets(PacketFormat format)
{
    private readonly List<byte> _bytes = [];
    private readonly List<(uint Id, byte[] Payload)> _packets = [];

    public PacketFormat Format => format;

    public byte[] Bytes => [.. _bytes];

    public int Count => _packets.Count;

    public IReadOnlyList<(uint Id, byte[] Payload)> All => _packets;

    /// <summary>Creates some small and empty packets, with ids at the limits of their range.</summary>
    public static TestPackets Mixed(PacketFormat format)
    {
        TestPackets packets = new(format);
        packets.Add(1, 0);
        packets.Add(0xFFFE, 13);
        packets.Add(format.MaxId, 0);
        packets.Add(0, 1);
        packets.Add(0x8000, 16);
        packets.Add(0x0102, 4);
        return packets;
    }

    public static TestPackets Random(PacketFormat format, Random random, int count)
    {
        TestPackets packets = new(format);
        for (int i = 0; i < count; i++)
        {
            packets.Add((uint)random.Next(65536), random.Next(10) switch
            {
                0 => 0,
                1 => random.Next(5000),
                _ => random.Next(100),
            });
        }

        return packets;
    }

    public void Add(uint id, int payloadSize) => Add(id, [.. Enumerable.Range(0, payloadSize).Select(index => (byte)((index * 7) + _packets.Count + 1))]);

    public void Add(uint id, byte[] payload)
    {
        _packets.Add((id, payload));
        long size = payload.Length + (format.SizeCountsHeader ? format.SizeWidth + format.IdWidth : 0);
        byte[] sizeField = Field(size, format.SizeWidth);
        byte[] idField = Field(id, format.IdWidth);
        _bytes.AddRange(!format.IsIdFirst ? [.. sizeField, .. idField] : [.. idField, .. sizeField]);
        _bytes.AddRange(payload);
    }

    /// <summary>Asserts that exactly these packets and the given error were decoded, and that pooled memory was returned.</summary>
    public void AssertAllIn(Decoding stream, PacketError error = PacketError.None)
    {
        if (stream.Error != error || stream.Position != _bytes.Count || stream.Outstanding != 0 || stream.Packets.Count != _packets.Count)
        {
            Assert.Fail(
                $"{stream.Packets.Count} of {_packets.Count} packets, {stream.Error} instead of {error}, at {stream.Position} of {_bytes.Count}, {stream.Outstanding} rented.");
        }

        for (int i = 0; i < _packets.Count; i++)
        {
            if (stream.Packets[i].Id != _packets[i].Id || !stream.Packets[i].Payload.AsSpan().SequenceEqual(_packets[i].Payload))
            {
                Assert.Fail($"Packet {i} is id {stream.Packets[i].Id} with {stream.Packets[i].Payload.Length} bytes.");
            }
        }
    }

    private byte[] Field(long value, int width)
    {
        IEnumerable<byte> bytes = Enumerable.Range(0, width).Select(index => (byte)(value >> (8 * index)));
        return [.. !format.IsBigEndian ? bytes : bytes.Reverse()];
    }
}
