namespace Codec.Bench.Serializers.Structs;

/// <summary>As many entities as the sample snapshot has, because a struct cannot have a variable number.</summary>
[InlineArray(Count)]
internal struct EntityStates
{
    public const int Count = 500;

    private P.EntityState _first;
}
