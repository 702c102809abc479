namespace Codec.Tests.Schema;

/// <summary>Compares the shapes of packed payloads with words that were written by hand.</summary>
public sealed class PackingShapeTests
{
    [Test]
    public void A_table_has_eight_words_for_each_field_that_is_sent()
    {
        AssertWords(
            """
            enum Kind : short { A, B = -2, C }
            struct Vec { x:float; y:float; }
            table Root { flag:bool; old:int (deprecated); number:long = -3; kind:Kind = B; real:double = 1; maybe:uint = null; at:Vec; name:string = "n"; bytes:[ubyte] (force_align: 16); list:[Vec]; names:[string]; }
            """,
            4, 0, 64, 0,
            10,
            4, 0, 0, 0, 0, 0, 0, 0,
            8, 0, 8, 0, 0xFFFFFFFD, 0xFFFFFFFF, 0, 0,
            10, 0, 4, 0, 0xFFFE, 0, 0, 0,
            12, 0, 10, 0, 0, 0x3FF00000, 0, 0,
            14, 1, 5, 0, 0, 0, 0, 0,
            16, 2, 0, 85, 0, 0, 0, 0,
            18, 3, 0, 0, 0, 0, 0, 0,
            20, 6, 1, 0, 0, 0, 0, 16,
            22, 7, 0, 85, 0, 0, 0, 4,
            24, 8, 0, 0, 0, 0, 0, 4,
            8, 4, 2,
            0, 9, 1, 0,
            4, 9, 1, 0);
    }

    [Test]
    public void A_quantized_field_or_leaf_refers_to_a_record_that_equal_ones_share()
    {
        AssertWords(
            """
            attribute "range"; attribute "step"; attribute "bits"; attribute "out_of_range"; attribute "unit_vector"; attribute "quaternion";
            struct Vec { x:float; y:float; z:float; }
            struct Both { a:short (range: "-1..1", step: 1); up:[Vec:2] (unit_vector: 8); }
            table Root { x:int (range: "-1..1", step: 1); list:[int] (range: "-1..1", step: 1, out_of_range: "refuse"); up:Vec (unit_vector: 8); both:Both; }
            """,
            4, 0, 64, 0,
            4,
            4, 0, 6, 0, 0, 0, 0, 37 << 8,
            6, 6, 6, 0, 0, 0, 0, (48 << 8) | 4,
            8, 2, 0, 62, 0, 0, 0, 0,
            10, 2, 0, 69, 0, 0, 0, 0,
            0, 2, 0, 0, 0xBFF00000, 0, 0x3FF00000, 0, 0x3FF00000, 0, 0x3FF00000,
            0, 2, 1, 0, 0xBFF00000, 0, 0x3FF00000, 0, 0x3FF00000, 0, 0x3FF00000,
            1, 8, 0,
            12, 4, 1,
            0, 9, 3, 59,
            28, 4, 3,
            0, 4, 1, 37,
            4, 9, 3, 59,
            16, 9, 3, 59);
    }

    [Test]
    public void Types_that_are_shared_or_refer_to_themselves_are_written_once()
    {
        AssertWords(
            """
            struct S { x:ulong; }
            union U : short { N:Node = -1, R:Root = 4, text:string = 2, s:S = 7 }
            table Node { next:Node; others:[Node]; }
            table Root { left:Node; right:Node; choice:U; choices:[U]; }
            """,
            4, 0, 64, 0,
            4,
            4, 4, 0, 37, 0, 0, 0, 0,
            6, 4, 0, 37, 0, 0, 0, 0,
            10, 5, 4, 54, 0, 0, 0, 0,
            14, 10, 4, 54, 0, 0, 0, 4,
            2,
            4, 4, 0, 37, 0, 0, 0, 0,
            6, 9, 0, 37, 0, 0, 0, 4,
            4,
            2, 3, 0,
            4, 4, 4,
            7, 2, 67,
            0xFFFF, 4, 37,
            8, 8, 1,
            0, 7, 1, 0);
    }

    [Test]
    public void A_key_that_is_a_number_is_counted_without_deprecated_fields()
    {
        AssertWords(
            """
            table Root { byId:[ById]; byName:[ByName]; }
            table ById { old:int (deprecated); a:byte; id:uint (key); }
            table ByName { name:string (key); }
            """,
            4, 0, 64, 0,
            2,
            4, 9, 0, 21, 0, 0, 2, 4,
            6, 9, 0, 38, 0, 0, 0, 4,
            2,
            6, 0, 2, 0, 0, 0, 0, 0,
            8, 0, 5, 0, 0, 0, 0, 0,
            1,
            4, 3, 0, 0, 0, 0, 0, 0);
    }

    [Test]
    public void Structs_and_arrays_of_structs_are_flattened()
    {
        AssertWords(
            """
            struct Pair { a:byte; b:ushort; }
            struct Root (packet_id: 1, packet_packed) { pairs:[Pair:2]; list:[int:3]; on:bool; pair:Pair; }
            """,
            4, 1, 64, 0,
            28, 4, 8,
            0, 2, 1, 0,
            2, 3, 1, 0,
            4, 2, 1, 0,
            6, 3, 1, 0,
            8, 6, 3, 0,
            20, 0, 1, 0,
            22, 2, 1, 0,
            24, 3, 1, 0);
    }

    [Test]
    public void The_header_contains_the_depth_and_the_file_identifier()
    {
        AssertWords(
            """table Root (packet_id: 1, packet_packed, packet_max_depth: 7) { old:string (deprecated); } root_type Root; file_identifier "ABCD";""",
            4, 0, 7, 0x44434241, 0);
    }

    [TestCase("struct X { v:byte; } struct A { x:[X:129]; } struct Root (packet_id: 1, packet_packed) { a:[A:128]; }", "16384 fields")]
    [TestCase("union U : long { R:Root = -1 } table Root (packet_id: 1, packet_packed) { u:U; }", "outside 0 to 4294967295")]
    [TestCase("union U : long { R:Root = -1 } table Root (packet_id: 1, packet_packed) { old:U (deprecated); }", null)]
    [TestCase("union U : long { R:Root = -1 } table Root (packet_id: 1) { u:U; }", null)]
    public void What_has_no_shape_cannot_be_packed(string text, string? problem)
    {
        Assert.That(
            SchemaText.Messages(SchemaText.Compile("include \"packets.fbs\";\n" + text)),
            problem is null ? Is.Empty : Does.Contain("CODEC053").And.Contains("'Root' cannot be packed: ").And.Contains(problem));
    }

    private static void AssertWords(string schema, params uint[] words)
    {
        SchemaModel model = SchemaText.Model(("a.fbs", "include \"packets.fbs\";\n" + schema));
        string? identifier = SchemaFile.Identifiers(model.Files).GetValueOrDefault("Root");
        SchemaIndex index = new(model);
        Assert.That(
            PackingShape.Of(index, index.Find("Root"), identifier is null ? null : Encoding.ASCII.GetBytes(identifier)),
            Is.EqualTo(words));
    }
}
