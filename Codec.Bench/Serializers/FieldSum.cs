namespace Codec.Bench.Serializers;

internal static class FieldSum
{
    /// <summary>Returns a checksum of a string without reading all of it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static int Of(ReadOnlySpan<byte> text) => text.Length == 0 ? 0 : text.Length + text[0];

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static float Of(P.Vec3 value) => value.X + value.Y + value.Z;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static float Of(P.Quat value) => value.X + value.Y + value.Z + value.W;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static double Of(uint tick, ReadOnlySpan<P.EntityState> entities)
    {
        double sum = tick;
        long whole = 0;
        foreach (ref readonly P.EntityState state in entities)
        {
            sum += Of(state.Position) + Of(state.Rotation);
            whole += state.Entity + state.Health + state.Flags;
        }

        return sum + whole;
    }
}
