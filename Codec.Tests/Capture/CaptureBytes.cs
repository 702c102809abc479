namespace Codec.Tests.Capture;

/// <summary>Creates valid and invalid captures in either byte order, and reads captures.</summary>
internal sealed class CaptureBytes(bool bigEndian = false)
{
    private readonly List<byte> _bytes = [];

    public static DateTimeOffset Noon { get; } = new(2026, 11, 21, 12, 0, 0, TimeSpan.Zero);

    public byte[] ToArray() => [.. _bytes];

    public CaptureBytes Section() => Block(0x0A0D0D0A, [.. U32(0x1A2B3C4D), .. U16(1), .. U16(0), .. U32(uint.MaxValue), .. U32(uint.MaxValue)]);

    public CaptureBytes Interface(ushort linkType = 147, uint snapLength = 0, params byte[] options) =>
        Block(1, [.. U16(linkType), .. U16(0), .. U32(snapLength), .. options]);

    public CaptureBytes Packet(byte[] data, ulong timestamp = 0, uint index = 0, params byte[] options) => Packet(data, data.Length, timestamp, index, options);

    /// <summary>Adds a packet of which a snap length keeps only the first bytes.</summary>
    public CaptureBytes CutPacket(byte[] data, int captured, ulong timestamp = 0) => Packet(data[..captured], data.Length, timestamp, 0, []);

    private CaptureBytes Packet(byte[] data, int length, ulong timestamp, uint index, byte[] options) => Block(
        6,
        [
            .. U32(index), .. U32((uint)(timestamp >> 32)), .. U32((uint)timestamp), .. U32((uint)data.Length), .. U32((uint)length),
            .. data, .. new byte[-data.Length & 3], .. options,
        ]);

    public CaptureBytes Block(uint type, byte[] body)
    {
        uint length = (uint)body.Length + 12;
        return Raw([.. U32(type), .. U32(length), .. body, .. U32(length)]);
    }

    public CaptureBytes Raw(byte[] bytes)
    {
        _bytes.AddRange(bytes);
        return this;
    }

    public byte[] Option(ushort code, params byte[] value) => [.. U16(code), .. U16((ushort)value.Length), .. value, .. new byte[-value.Length & 3]];

    public byte[] U16(ushort value) => Ordered(BitConverter.GetBytes(value));

    public byte[] U32(uint value) => Ordered(BitConverter.GetBytes(value));

    private byte[] Ordered(byte[] bytes)
    {
        if (bigEndian == BitConverter.IsLittleEndian)
        {
            Array.Reverse(bytes);
        }

        return bytes;
    }

    /// <summary>Creates a packet of the default format. Its payload is random and depends on the number.</summary>
    public static byte[] GamePacket(int number, int payloadSize)
    {
        byte[] packet = new byte[4 + payloadSize];
        BinaryPrimitives.WriteUInt16LittleEndian(packet, (ushort)payloadSize);
        BinaryPrimitives.WriteUInt16LittleEndian(packet.AsSpan(2), (ushort)number);
        new Random(number).NextBytes(packet.AsSpan(4));
        return packet;
    }

    /// <summary>Reads all records, and returns copies of them with the last status.</summary>
    public static (List<byte[]> Records, CaptureStatus Status) ReadAll(CaptureReader reader)
    {
        List<byte[]> records = [];
        CaptureStatus status;
        while ((status = reader.Read(out CaptureRecord record)) == CaptureStatus.Packet)
        {
            records.Add(record.Data.ToArray());
        }

        return (records, status);
    }

    public static CaptureReader Open(byte[] bytes, CaptureReaderOptions? options = null) => new(new MemoryStream(bytes), options);
}
