using System;
using System.Buffers;
using MessagePack;

namespace Codec.Bench.Serializers.Peers;

/// <summary>MessagePack for C#: generated formatters with numbers as keys, into a buffer writer that is used again, uncompressed.</summary>
public sealed class MessagePackPeer : IGameSerializer
{
    private readonly ArrayBufferWriter<byte> _buffer = new(SerializerBuffer.Size);

    /// <inheritdoc/>
    public string Name => "MessagePack";

    /// <inheritdoc/>
    public Func<int> Writer(SampleMessage message) => message switch
    {
        SampleMessage.Seed => Writer(PeerSamples.Seed()),
        SampleMessage.Move => Writer(PeerSamples.Move()),
        SampleMessage.Chat => Writer(PeerSamples.Chat()),
        SampleMessage.Inventory => Writer(PeerSamples.Inventory()),
        _ => Writer(PeerSamples.Snapshot()),
    };

    /// <inheritdoc/>
    public Func<double> Reader(SampleMessage message)
    {
        Writer(message)();
        byte[] payload = _buffer.WrittenSpan.ToArray();
        return message switch
        {
            SampleMessage.Seed => Reader<PeerTestPacket>(payload, PeerSamples.Sum),
            SampleMessage.Move => Reader<PeerMove>(payload, PeerSamples.Sum),
            SampleMessage.Chat => Reader<PeerChat>(payload, PeerSamples.Sum),
            SampleMessage.Inventory => Reader<PeerInventory>(payload, PeerSamples.Sum),
            _ => Reader<PeerSnapshot>(payload, PeerSamples.Sum),
        };
    }

    private Func<int> Writer<T>(T value)
        where T : class => () =>
    {
        _buffer.ResetWrittenCount();
        MessagePackSerializer.Serialize(_buffer, value);
        return _buffer.WrittenCount;
    };

    private static Func<double> Reader<T>(byte[] payload, Func<T, double> sum)
        where T : class
    {
        ReadOnlyMemory<byte> bytes = payload;
        return () => sum(MessagePackSerializer.Deserialize<T>(bytes));
    }
}
