using System.Text.Json.Serialization.Metadata;
using Json = System.Text.Json.JsonSerializer;

namespace Codec.Bench.Serializers;

/// <summary>System.Text.Json with generated code and a reused writer.</summary>
public sealed class JsonSerializer : ObjectSerializer
{
    public override string Name => "System.Text.Json";

    protected override Action Write<T>(T value, ArrayBufferWriter<byte> buffer)
    {
        Utf8JsonWriter writer = new(buffer, new JsonWriterOptions { SkipValidation = true });
        JsonTypeInfo<T> type = TypeOf<T>();
        return () =>
        {
            writer.Reset();
            Json.Serialize(writer, value, type);
        };
    }

    protected override Func<T> Read<T>(byte[] payload)
    {
        JsonTypeInfo<T> type = TypeOf<T>();
        return () => Json.Deserialize(payload, type)!;
    }

    protected override Type CodeOf<T>() => TypeOf<T>().OriginatingResolver!.GetType();

    private static JsonTypeInfo<T> TypeOf<T>() => (JsonTypeInfo<T>)JsonObjects.Default.GetTypeInfo(typeof(T))!;
}
