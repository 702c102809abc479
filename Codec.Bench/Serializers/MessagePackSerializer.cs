using Pack = MessagePack.MessagePackSerializer;

namespace Codec.Bench.Serializers;

/// <summary>MessagePack with integer keys, and formatters that it generates at run time.</summary>
public sealed class MessagePackSerializer : ObjectSerializer
{
    public override string Name => "MessagePack";

    protected override Action Write<T>(T value, ArrayBufferWriter<byte> buffer) => () => Pack.Serialize(buffer, value);

    protected override Func<T> Read<T>(byte[] payload) => () => Pack.Deserialize<T>(payload);
}
