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

    public Func<double> Reader(SampleMessage message) => message switch
    {
        SampleMessage.Seed => Reader(ObjectSamples.Seed()),
        SampleMessage.Move => Reader(ObjectSamples.Move()),
        SampleMessage.Chat => Reader(ObjectSamples.Chat()),
        SampleMessage.Inventory => Reader(ObjectSamples.Inventory()),
        _ => Reader(ObjectSamples.Snapshot()),
    };

    /// <summary>Returns the type whose code serializes a type. It is in this assembly if the package's source generator wrote it.</summary>
    protected abstract Type CodeOf<T>();

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

    // A serializer that falls back to reflection, or loses a field, must not be measured.
    private Func<double> Reader<T>(T value)
        where T : class, IFieldSum
    {
        Writer(value)();
        Func<T> read = Read<T>([.. _buffer.WrittenSpan]);
        Type code = CodeOf<T>();
        if (code.Assembly != typeof(ObjectSerializer).Assembly || !JsonObjects.AreEqual(read(), value))
        {
            throw new InvalidOperationException($"{Name} loses fields of {typeof(T).Name}, or uses {code} instead of generated code.");
        }

        return () => read().Sum();
    }
}
