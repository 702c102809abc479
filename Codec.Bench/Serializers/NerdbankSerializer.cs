using Nerdbank.MessagePack;
using PolyType.Abstractions;
using Pack = Nerdbank.MessagePack.MessagePackSerializer;

namespace Codec.Bench.Serializers;

/// <summary>Nerdbank.MessagePack with the shapes that PolyType generates, and with arrays of values instead of maps.</summary>
public sealed class NerdbankSerializer : ObjectSerializer
{
    private readonly Pack _pack = new() { PerfOverSchemaStability = true, SerializeDefaultValues = SerializeDefaultValuesPolicy.Always };

    public override string Name => "Nerdbank.MessagePack";

    protected override Action Write<T>(T value, ArrayBufferWriter<byte> buffer)
    {
        ITypeShape<T> shape = TypeShapeResolver.ResolveDynamicOrThrow<T>();
        return () => _pack.Serialize(buffer, value, shape);
    }

    protected override Func<T> Read<T>(byte[] payload)
    {
        ITypeShape<T> shape = TypeShapeResolver.ResolveDynamicOrThrow<T>();
        return () => _pack.Deserialize(payload, shape)!;
    }

    protected override Type CodeOf<T>() => TypeShapeResolver.ResolveDynamicOrThrow<T>().Provider.GetType();
}
