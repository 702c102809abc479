namespace Codec.Bench.Serializers;

/// <summary>protobuf-net with attributes and its source generator.</summary>
public sealed class ProtobufNetSerializer : ObjectSerializer
{
    public override string Name => "protobuf-net";

    protected override Action Write<T>(T value, ArrayBufferWriter<byte> buffer) => () => ProtobufNetModel.Instance.Serialize(buffer, value);

    protected override Func<T> Read<T>(byte[] payload) => () => ProtobufNetModel.Instance.Deserialize<T>(payload.AsSpan());

    protected override Type CodeOf<T>() => ProtobufNetModel.SerializerOf<T>().GetType();
}
