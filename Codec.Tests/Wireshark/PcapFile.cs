namespace Codec.Tests.Wireshark;

/// <summary>Creates captures in the format of libpcap.</summary>
internal sealed class PcapFile
{
    public const uint RawIp = 101;
    public const uint User0 = 147;

    private const ushort ServerPort = 7777;
    private const byte Acknowledge = 0x10;

    private readonly List<byte> _bytes = [];
    private uint _count;

    public PcapFile(uint linkType)
    {
        Write(0xA1B2C3D4);
        Write(0x00040002);
        Write(0);
        Write(0);
        Write(1 << 20);
        Write(linkType);
    }

    /// <summary>Returns a capture of link type USER0 with a record for each packet.</summary>
    public static byte[] OfPackets(IEnumerable<byte[]> packets)
    {
        PcapFile file = new(User0);
        foreach (byte[] packet in packets)
        {
            file.Add(packet);
        }

        return file.ToArray();
    }

    public byte[] ToArray() => [.. _bytes];

    public void Add(ReadOnlySpan<byte> record, int missing = 0)
    {
        Write(_count++);
        Write(0);
        Write((uint)record.Length);
        Write((uint)(record.Length + missing));
        _bytes.AddRange(record);
    }

    /// <summary>Adds a TCP segment from a client to the server, at an offset of the stream.</summary>
    public void AddTcp(ushort client, int offset, ReadOnlySpan<byte> bytes, ushort server = ServerPort) =>
        Add(TcpFrame.Ipv4(client, server, (uint)(1000 + offset), Acknowledge, bytes));

    /// <summary>Adds a UDP datagram from a client to the server.</summary>
    public void AddUdp(ushort client, ReadOnlySpan<byte> bytes, ushort server = ServerPort)
    {
        byte[] frame = TcpFrame.Ipv4(client, server, 0, 0, []).AsSpan(0, 28).ToArray();
        BinaryPrimitives.WriteUInt16BigEndian(frame.AsSpan(2), (ushort)(28 + bytes.Length));
        frame[9] = 17;
        BinaryPrimitives.WriteUInt16BigEndian(frame.AsSpan(24), (ushort)(8 + bytes.Length));
        frame[26] = frame[27] = 0;
        Add([.. frame, .. bytes]);
    }

    private void Write(uint value)
    {
        Span<byte> bytes = stackalloc byte[4];
        BinaryPrimitives.WriteUInt32LittleEndian(bytes, value);
        _bytes.AddRange(bytes);
    }
}
