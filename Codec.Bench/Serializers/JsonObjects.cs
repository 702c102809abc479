using System.Text.Json.Serialization;
using Codec.Bench.Serializers.Objects;

namespace Codec.Bench.Serializers;

/// <summary>The generated code of System.Text.Json.</summary>
[JsonSerializable(typeof(SeedObject))]
[JsonSerializable(typeof(MoveObject))]
[JsonSerializable(typeof(ChatObject))]
[JsonSerializable(typeof(InventoryObject))]
[JsonSerializable(typeof(SnapshotObject))]
public sealed partial class JsonObjects : JsonSerializerContext;
