using System.Text.Json.Serialization;

namespace Codec.Bench.Serializers.Json;

/// <summary>The context of the sample messages for the source generator of System.Text.Json.</summary>
[JsonSerializable(typeof(JsonTestPacket))]
[JsonSerializable(typeof(JsonMove))]
[JsonSerializable(typeof(JsonChat))]
[JsonSerializable(typeof(JsonInventory))]
[JsonSerializable(typeof(JsonSnapshot))]
public sealed partial class JsonMessages : JsonSerializerContext
{
}
