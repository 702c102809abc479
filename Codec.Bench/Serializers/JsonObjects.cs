using System.Text.Json.Serialization;
using Codec.Bench.Serializers.Objects;
using Json = System.Text.Json.JsonSerializer;

namespace Codec.Bench.Serializers;

[JsonSerializable(typeof(SeedObject))]
[JsonSerializable(typeof(MoveObject))]
[JsonSerializable(typeof(ChatObject))]
[JsonSerializable(typeof(InventoryObject))]
[JsonSerializable(typeof(SnapshotObject))]
public sealed partial class JsonObjects : JsonSerializerContext
{
    /// <summary>Returns whether two objects have the same fields. The sign of a zero is ignored: protobuf-net omits both.</summary>
    internal static bool AreEqual<T>(T one, T other) => Text(one) == Text(other);

    private static string Text<T>(T value) => Json.Serialize(value, typeof(T), Default)
        .Replace(":-0,", ":0,", StringComparison.Ordinal).Replace(":-0}", ":0}", StringComparison.Ordinal);
}
