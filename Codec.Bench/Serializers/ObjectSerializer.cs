using Codec.Bench.Serializers.Objects;

namespace Codec.Bench.Serializers;

/// <summary>A serializer of objects. A subclass serializes one value into a buffer, and deserializes it.</summary>
public abstract class ObjectSerializer : IGameSerializer
{
    private readonly ArrayBufferWriter<byte> _buffer = new(SerializerList.BufferSize);

    public abstract string Name { get; }

    public Func<int> Writer(SampleMessage message) => message switch
    {
        SampleMessage.Seed => Writer(ObjectSamples.Seed()),
        SampleMessage.Move => Writer(ObjectSamples.Move()),
        SampleMessage.Chat => Writer(ObjectSamples.Chat()),
        SampleMessage.Inventory => Writer(ObjectSamples.Inventory()),
        _ => Writer(ObjectSamples.Snapshot()),
    };

    public Func<double> Reader(SampleMessage message)
    {
        Writer(message)();
        byte[] payload = [.. _buffer.WrittenSpan];
        return message switch
        {
            SampleMessage.Seed => Reader<SeedObject>(payload),
            SampleMessage.Move => Reader<MoveObject>(payload),
            SampleMessage.Chat => Reader<ChatObject>(payload),
            SampleMessage.Inventory => Reader<InventoryObject>(payload),
            _ => Reader<SnapshotObject>(payload),
        };
    }

    protected abstract Action Write<T>(T value, ArrayBufferWriter<byte> buffer)
        where T : class, IFieldSum;

    protected abstract Func<T> Read<T>(byte[] payload)
        where T : class, IFieldSum;

    private Func<int> Writer<T>(T value)
        where T : class, IFieldSum
    {
        Action write = Write(value, _buffer);
        return () =>
        {
            _buffer.ResetWrittenCount();
            write();
            return _buffer.WrittenCount;
        };
    }

    private Func<double> Reader<T>(byte[] payload)
        where T : class, IFieldSum
    {
        Func<T> read = Read<T>(payload);
        return () => read().Sum();
    }
}
