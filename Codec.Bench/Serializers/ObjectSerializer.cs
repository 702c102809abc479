using Codec.Bench.Serializers.Objects;

namespace Codec.Bench.Serializers;

/// <summary>A serializer of objects. A subclass serializes one value into a buffer, and deserializes it.</summary>
public abstract class ObjectSerializer : IGameSerializer
{
    private readonly ArrayBufferWriter<byte> _buffer = new(SerializerList.BufferSize);

    public abstract string Name { get; }

    public Func<int> Writer(SampleMessage message) => Make(message).Write;

    public Func<double> Reader(SampleMessage message) => Make(message).Read;

    /// <summary>Returns the type whose code serializes a type. It is in this assembly if the package's source generator wrote it.</summary>
    protected abstract Type CodeOf<T>();

    protected abstract Action Write<T>(T value, ArrayBufferWriter<byte> buffer)
        where T : class, IFieldSum;

    protected abstract Func<T> Read<T>(byte[] payload)
        where T : class, IFieldSum;

    private (Func<int> Write, Func<double> Read) Make(SampleMessage message) => message switch
    {
        SampleMessage.Seed => Make<SeedObject>(PlainMessages.Seed()),
        SampleMessage.Move => Make<MoveObject>(PlainMessages.Move()),
        SampleMessage.Chat => Make<ChatObject>(PlainMessages.Chat()),
        SampleMessage.Inventory => Make<InventoryObject>(PlainMessages.Inventory()),
        _ => Make<SnapshotObject>(PlainMessages.Snapshot()),
    };

    private (Func<int> Write, Func<double> Read) Make<T>(object message)
        where T : class, IFieldSum
    {
        T value = BenchmarkObjects.Copy<T>(message);
        Action write = Write(value, _buffer);
        Serialize();
        Func<T> read = Read<T>([.. _buffer.WrittenSpan]);

        // A serializer that falls back to reflection, or loses a field, must not be measured.
        Type code = CodeOf<T>();
        return code.Assembly == typeof(ObjectSerializer).Assembly && JsonObjects.AreEqual(read(), value) ? (Serialize, () => read().Sum())
            : throw new InvalidOperationException($"{Name} loses fields of {typeof(T).Name}, or uses {code} instead of generated code.");

        int Serialize()
        {
            _buffer.ResetWrittenCount();
            write();
            return _buffer.WrittenCount;
        }
    }
}
