using Codec.Generated;

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
        PayloadShape shape = Shape(message);
        return () =>
        {
            PackedPayload.Pack(shape, _plain.Written(write()), _buffer, out int written);
            return written;
        };
    }

    public Func<double> Reader(SampleMessage message)
    {
        byte[] packed = _buffer.AsSpan(0, Writer(message)()).ToArray();
        PayloadShape shape = Shape(message);

        // Not the size of the payload that was packed: the parts of the unpacked one may be in another order.
        byte[] payload = new byte[PackedPayload.GetMaxUnpackedSize(_plain.Payload(message).Length)];
        PackedPayload.Unpack(shape, packed, payload, out int size);
        Array.Resize(ref payload, size);
        Func<double> read = GeneratedSerializer.Reader(message, payload);
        return () =>
        {
            PackedPayload.Unpack(shape, packed, payload, out _);
            return read();
        };
    }

    private static PayloadShape Shape(SampleMessage message) => message switch
    {
        SampleMessage.Seed => P.Packed.TestPacket.PacketShape,
        SampleMessage.Move => P.Packed.Move.PacketShape,
        SampleMessage.Chat => P.Packed.Chat.PacketShape,
        SampleMessage.Inventory => P.Packed.Inventory.PacketShape,
        _ => P.Packed.Snapshot.PacketShape,
    };
}
