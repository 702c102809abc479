using System;
using System.Buffers;
using MemoryPack;

namespace Codec.Bench.Serializers.Peers;

/// <summary>MemoryPack: generated code, into a buffer writer that is used again, and read into an object that is there already.</summary>
public sealed class MemoryPackPeer : IGameSerializer
{
    private readonly ArrayBufferWriter<byte> _buffer = new(SerializerBuffer.Size);

    /// <inheritdoc/>
    public string Name => "MemoryPack";

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
        MemoryPackSerializer.Serialize(_buffer, value);
        return _buffer.WrittenCount;
    };

    private static Func<double> Reader<T>(byte[] payload, Func<T, double> sum)
        where T : class
    {
        T? value = null;
        return () =>
        {
            MemoryPackSerializer.Deserialize(payload, ref value);
            return sum(value!);
        };
    }
}
