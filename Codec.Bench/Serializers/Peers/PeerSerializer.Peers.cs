using System;
using System.Buffers;

namespace Codec.Bench.Serializers.Peers;

/// <summary>The serializers that share the messages of <see cref="PeerSamples"/>. Each writes into one reused buffer writer.</summary>
public abstract class PeerSerializer : IGameSerializer
{
    private readonly ArrayBufferWriter<byte> _buffer = new(SerializerBuffer.Size);

    /// <inheritdoc/>
    public abstract string Name { get; }

    /// <inheritdoc/>
    public Func<int> Writer(SampleMessage message) => message switch
    {
        SampleMessage.Seed => Writer(_buffer, PeerSamples.Seed()),
        SampleMessage.Move => Writer(_buffer, PeerSamples.Move()),
        SampleMessage.Chat => Writer(_buffer, PeerSamples.Chat()),
        SampleMessage.Inventory => Writer(_buffer, PeerSamples.Inventory()),
        _ => Writer(_buffer, PeerSamples.Snapshot()),
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

    /// <summary>
    /// Returns a function that serializes a message. Each type has its own delegate, so that the measured call contains no generic virtual method.
    /// </summary>
    protected abstract Func<int> Writer<T>(ArrayBufferWriter<byte> buffer, T value)
        where T : class;

    /// <summary>Returns a function that reads a message and computes its checksum.</summary>
    protected abstract Func<double> Reader<T>(byte[] payload, Func<T, double> sum)
        where T : class;
}
