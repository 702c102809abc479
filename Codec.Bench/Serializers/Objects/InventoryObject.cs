namespace Codec.Bench.Serializers.Objects;

[MemoryPackable, MessagePackObject, ProtoContract, GenerateShape, GenerateSerializer, SuppressReferenceTracking]
public sealed partial class InventoryObject : IFieldSum
{
    [Key(0), Id(0), ProtoMember(1)] public ulong Owner { get; set; }
    [Key(1), Id(1), ProtoMember(2)] public ItemObject[] Items { get; set; } = [];

    public double Sum()
    {
        double sum = Owner;
        long whole = 0;
        foreach (ItemObject item in Items)
        {
            whole += item.Id + item.Count + IFieldSum.Of(item.Name);
            foreach (short modifier in item.Modifiers)
            {
                whole += modifier;
            }
        }

        return sum + whole;
    }
}
