namespace Codec.Bench.Serializers.Structs;

/// <summary>A move as one struct, with the layout of C++: the offset of the time is a multiple of eight.</summary>
internal struct MoveStruct
{
    public uint Entity;
    public P.Vec3 Position;
    public P.Quat Rotation;
    public P.Vec3 Velocity;
    public double Time;
}
