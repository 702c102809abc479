using Pack = MemoryPack.MemoryPackSerializer;

namespace Codec.Bench.Serializers;

/// <summary>MemoryPack with its source generator, which overwrites one object.</summary>
public sealed class MemoryPackSerializer : ObjectSerializer
{
    public override string Name => "MemoryPack";

    protected override Action Write<T>(T value, ArrayBufferWriter<byte> buffer) => () => Pack.Serialize(buffer, value);

    protected override Func<T> Read<T>(byte[] payload)
    {
        T? value = null;
        return () =>
        {
            Pack.Deserialize(payload, ref value);
            return value!;
        };
    }

    protected override Type CodeOf<T>() => typeof(T).IsAssignableTo(typeof(IMemoryPackFormatterRegister)) ? typeof(T) : typeof(Pack);
}
