using Pack = MessagePack.MessagePackSerializer;

namespace Codec.Bench.Serializers;

/// <summary>MessagePack with integer keys, and formatters that it generates at run time.</summary>
public sealed class MessagePackSerializer : ObjectSerializer
{
    public override string Name => "MessagePack";

    protected override Action Write<T>(T value, ArrayBufferWriter<byte> buffer) => () => Pack.Serialize(buffer, value);

    protected override Func<T> Read<T>(byte[] payload) => () => Pack.Deserialize<T>(payload);

    // No generator of this version is served: a formatter must be one that was emitted for the type.
    protected override Type CodeOf<T>() =>
        Pack.DefaultOptions.Resolver.GetFormatterWithVerify<T>().GetType() is { Assembly.IsDynamic: false } other ? other : typeof(T);
}
