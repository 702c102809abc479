namespace Codec.Bench.Serializers;

/// <summary>The code of the schema compiler, packed: writes to reused memory and packs it; unpacks to reused memory, and reads in place.</summary>
public sealed class PackedSerializer : IGameSerializer
{
    private readonly GeneratedSerializer _plain = new();
    private readonly byte[] _buffer = new byte[SerializerList.BufferSize];

    public string Name => GeneratedSerializer.RowName + ", packed";

    public Func<int> Writer(SampleMessage message)
    {
        Func<int> write = _plain.Writer(message);
        return () =>
        {
            PackedPayload.Pack(_plain.Written(write()), _buffer, out int written);
            return written;
        };
    }

    public Func<double> Reader(SampleMessage message)
    {
        byte[] packed = _buffer.AsSpan(0, Writer(message)()).ToArray();
        byte[] payload = new byte[_plain.Payload(message).Length];
        Func<double> read = GeneratedSerializer.Reader(message, payload);
        return () =>
        {
            PackedPayload.Unpack(packed, payload, out _);
            return read();
        };
    }
}
