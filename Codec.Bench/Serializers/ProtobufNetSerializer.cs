namespace Codec.Bench.Serializers;

/// <summary>protobuf-net with attributes, and serializers that it compiles at run time.</summary>
public sealed class ProtobufNetSerializer : ObjectSerializer
{
    public override string Name => "protobuf-net";

    protected override Action Write<T>(T value, ArrayBufferWriter<byte> buffer) => () => Serializer.Serialize(buffer, value);

    protected override Func<T> Read<T>(byte[] payload) => () => Serializer.Deserialize<T>(payload.AsSpan());
}
