using Codec.Tests.FlatBuffers;

namespace Codec.Tests.Schema;

/// <summary>Tests that generated code accepts valid payloads that the verifier of Google.FlatBuffers rejects, or throws for (PackageBehaviorTests).</summary>
internal sealed class PackagePayloadTests
{
    private const string Schema = """
        include "packets.fbs";
        table Element { text:string (required); }
        table Root { elements:[Element] (required); }
        table Outer { inner:[ubyte] (nested_flatbuffer: "Root", required); }
        table Chain (packet_id: 1, packet_max_depth: 65) { next:Chain; }
        """;

    private const string Use = """
        internal static class Use
        {
            public static bool Root(byte[] payload) => global::Root.Verify(payload);

            public static bool Outer(byte[] payload) => global::Outer.Verify(payload);

            public static bool Chain(byte[] payload) => global::Chain.Verify(payload);
        }
        """;

    private static readonly Type Code =
        InMemoryCompilation.Load("Package", [.. CSharpEmitter.Emit(SchemaText.Model(("a.fbs", Schema))).Select(file => file.Text), Use]).GetType("Use")!;

    [Test]
    public void A_table_can_be_any_distance_from_its_vtable() => Assert.That(Verify("Root", PackageBehaviorTests.LargeVector(2000)), Is.True);

    [Test]
    public void A_nested_buffer_is_verified() => Assert.Multiple(() =>
    {
        Assert.That(Verify("Outer", PackageBehaviorTests.NestedBuffer(PackageBehaviorTests.LargeVector(1))), Is.True);
        Assert.That(Verify("Outer", PackageBehaviorTests.NestedBuffer(PackageBehaviorTests.Chain(2))), Is.False, "no vector");
    });

    [TestCase(65, ExpectedResult = true)]
    [TestCase(66, ExpectedResult = false)]
    public bool The_schema_limits_the_levels_of_tables(int levels) => Verify("Chain", PackageBehaviorTests.Chain(levels));

    private static bool Verify(string table, byte[] payload) => (bool)Code.GetMethod(table)!.Invoke(null, [payload])!;
}
