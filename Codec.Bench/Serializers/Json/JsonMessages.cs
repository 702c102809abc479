using System.Text.Json.Serialization;

namespace Codec.Bench.Serializers.Json;

/// <summary>What the source generator of System.Text.Json writes for the sample messages.</summary>
[JsonSerializable(typeof(JsonTestPacket))]
[JsonSerializable(typeof(JsonMove))]
[JsonSerializable(typeof(JsonChat))]
[JsonSerializable(typeof(JsonInventory))]
[JsonSerializable(typeof(JsonSnapshot))]
public sealed partial class JsonMessages : JsonSerializerContext
{
}
