using Meshes;

namespace Codec.Bench.Arenas;

internal static class MeshCodec
{
    internal static CodecSide<Mesh> Side(Mesh data) => new(
        data,
        payload => Mesh.View.TryCreate(payload, out Mesh.View view) ? Sum(view) : 0,
        payload => Mesh.View.TryCreateVerified(payload, out Mesh.View view) ? Sum(view) : 0);

    private static ulong Sum(Mesh.View mesh)
    {
        ulong sum = 0;
        foreach (ref readonly Triangle triangle in mesh.Triangles)
        {
            sum += Sum(triangle.V0) + Sum(triangle.V1) + Sum(triangle.V2) + Sum(triangle.Normal);
        }

        return sum;
    }

    private static ulong Sum(in Vector3 vector) => FieldBits.Of(vector.X) + FieldBits.Of(vector.Y) + FieldBits.Of(vector.Z);
}
