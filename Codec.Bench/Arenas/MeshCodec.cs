using Meshes;

namespace Codec.Bench.Arenas;

/// <summary>The seeded data of <c>mesh.fbs</c>, and the generated code that reads them in place.</summary>
internal static class MeshCodec
{
    private const int Seed = 12;
    private const int Count = 125_000;

    internal static CodecSide<Mesh> Side() => new(
        Make(),
        payload => Mesh.View.TryCreate(payload, out Mesh.View view) ? Sum(view) : 0,
        payload => Mesh.View.TryCreateVerified(payload, out Mesh.View view) ? Sum(view) : 0);

    private static Mesh Make()
    {
        Random random = new(Seed);
        Mesh mesh = new() { Triangles = new() };
        for (int i = 0; i < Count; i++)
        {
            mesh.Triangles.Add(new Triangle { V0 = Vector(), V1 = Vector(), V2 = Vector(), Normal = Vector() });
        }

        return mesh;

        Vector3 Vector() => new() { X = random.NextSingle(), Y = random.NextSingle(), Z = random.NextSingle() };
    }

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
