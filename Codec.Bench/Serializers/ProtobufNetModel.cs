using Codec.Bench.Serializers.Objects;
using ProtoBuf.Meta;
using ProtoBuf.Serializers;

namespace Codec.Bench.Serializers;

[ProtoModel]
[ProtoSerializable(typeof(SeedObject))]
[ProtoSerializable(typeof(MoveObject))]
[ProtoSerializable(typeof(ChatObject))]
[ProtoSerializable(typeof(InventoryObject))]
[ProtoSerializable(typeof(SnapshotObject))]
public sealed partial class ProtobufNetModel : TypeModel
{
    internal static ISerializer<T> SerializerOf<T>() => Instance.GetSerializer<T>();
}
