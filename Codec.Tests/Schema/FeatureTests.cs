namespace Codec.Tests.Schema;

/// <summary>Tests ToString, equality and conversions of generated types, and the size of their code.</summary>
internal sealed class FeatureTests
{
    // A table with ten kinds of fields, and types whose names collide with generated members.
    private const string Ten = """
        namespace Ten;
        enum Kind:ubyte { A, B }
        enum Signed:byte { Zero, Low = -1 }
        struct Vec3 { x:float; y:float; z:float; }
        table Item { id:uint; }
        table Other { name:string; next:Other; more:[Other]; }
        union Shape { Item, Other, Place:Vec3, Note:string }
        table Ten { flag:bool; number:int; big:ulong; real:double; kind:Kind; place:Vec3; name:string; values:[int]; items:[Item]; shape:Shape; }
        table Hidden { to_string:string; equals:int; get_hash_code:int; from_json:int; to_json:string; kind_names:Kind; kind:Kind; get_type:int; describe:int; }
        table ToString { a:int; }
        table FromJson { a:Kind; }
        table Equals { a:int; }
        struct GetHashCode { equals:int; member_names:Kind; to_string:int; }
        union MemberNames { Item, Type:Item, Value:Other }
        table Unions { member_names:MemberNames; all:[MemberNames]; }
        table Nothing { }
        table Enums { signed:Signed; signeds:[Signed]; }
        """;

    private const int MaxLines = 100;

    private static readonly JsonSchema Schema = JsonSchema.OfText(Ten);

    [Test]
    public void ToString_contains_the_names_and_values_of_fields()
    {
        object value = Schema.FromJson("Ten.Ten", """
            {"flag":true,"number":-5,"real":1.5,"kind":"B","place":{"x":1,"y":2.5,"z":-3},"name":"a\"b\n\\\u2028","values":[1,2,3,4],"items":[{"id":1}],"shape_type":"Other","shape":{}}
            """);
        Assert.That(value.ToString(), Is.EqualTo(
            """Ten { Flag = True, Number = -5, Big = 0, Real = 1.5, Kind = B, Place = Vec3 { X = 1, Y = 2.5, Z = -3 }, Name = "a\"b\n\\\u2028", Values = [1, 2, 3, … 1 more], Items = [Item { Id = 1 }], Shape = Other: Other { Name = null, Next = null, More = null } }"""));
        Assert.That(Schema.FromJson("Ten.Nothing", "{}").ToString(), Is.EqualTo("Nothing { }"));
        Assert.That(Schema.FromJson("Ten.Ten", """{"shape_type":"Note","shape":"x"}""").ToString(), Does.EndWith("""Items = null, Shape = Note: "x" }"""));
        Assert.That(Schema.FromJson("Ten.Ten", "{}").ToString(), Does.EndWith("Shape = NONE }"));
    }

    [Test]
    [SetCulture("de-DE")]
    public void ToString_uses_the_invariant_culture() => Assert.That(Schema.FromJson("Ten.Ten", """{"real":1.5}""").ToString(), Does.Contain("Real = 1.5,"));

    [Test]
    [SetCulture("sv-SE")]
    public void ToString_writes_negative_numbers_of_enums_in_the_invariant_culture() => Assert.That(
        Schema.FromJson("Ten.Enums", """{"signed":-5,"signeds":["Low",-128,7]}""").ToString(), Is.EqualTo("Enums { Signed = -5, Signeds = [Low, -128, 7] }"));

    [Test]
    public void ToString_truncates_long_strings_without_splitting_surrogate_pairs([Values("\uDC00", "\uD83D\uDE00", "x\uD83D\uDE00")] string part)
    {
        object other = Schema.FromJson("Ten.Other", "{}");
        other.GetType().GetProperty("Name")!.SetValue(other, string.Concat(Enumerable.Repeat(part, 1000)));
        string text = other.ToString()!;
        string name = text["Other { Name = \"".Length..text.IndexOf("…\"", StringComparison.Ordinal)];
        Assert.That(name, Has.Length.InRange(256, 257));
        Assert.That(char.IsHighSurrogate(name[^1]), Is.False);
    }

    [Test]
    public void ToString_truncates_long_and_cyclic_values()
    {
        Assert.That(Schema.FromJson("Ten.Ten", $$"""{"name":"{{new string('x', 100_000)}}"}""").ToString(), Has.Length.InRange(256, 1024));
        string list = string.Join(",", Enumerable.Repeat($$"""{"name":"😀{{new string('x', 300)}}"}""", 100));
        string deep = "{\"more\":[" + list + "],\"next\":{\"more\":[" + list + "]}}";
        Assert.That(Schema.FromJson("Ten.Other", deep).ToString(), Has.Length.InRange(1000, 1024).And.EndsWith("…"));
        object cyclic = Schema.FromJson("Ten.Other", """{"more":[{},{}]}""");
        cyclic.GetType().GetProperty("Next")!.SetValue(cyclic, cyclic);
        Assert.That(cyclic.ToString(), Has.Length.AtMost(1024).And.Contains("{ … }"));
    }

    [Test]
    public void Equality_is_by_value()
    {
        string json = """{"real":"nan","name":"x","values":[1,2],"items":[{"id":1}],"place":{"x":"nan","y":0,"z":0},"shape_type":"Note","shape":"y"}""";
        object left = Schema.FromJson("Ten.Ten", json);
        Assert.That(Schema.FromJson("Ten.Ten", json), Is.EqualTo(left));
        Assert.That(Schema.FromJson("Ten.Ten", json).GetHashCode(), Is.EqualTo(left.GetHashCode()));
        Assert.That(Operator("op_Equality", left, Schema.FromJson("Ten.Ten", json)), Is.True);
        Assert.That(Operator("op_Inequality", left, null), Is.True);
        Assert.That(Operator("op_Equality", left, null), Is.False);
        string[] others =
        [
            """{}""", json.Replace("nan", "1", StringComparison.Ordinal), json.Replace("\"x\",", "\"z\",", StringComparison.Ordinal), json.Replace("[1,2]", "[2,1]", StringComparison.Ordinal),
            json.Replace("\"id\":1", "\"id\":2", StringComparison.Ordinal), json.Replace("\"y\"}", "\"n\"}", StringComparison.Ordinal), json.Replace(",\"items\":[{\"id\":1}]", "", StringComparison.Ordinal),
        ];
        foreach (string other in others)
        {
            object right = Schema.FromJson("Ten.Ten", other);
            Assert.That(right, Is.Not.EqualTo(left), other);
            Assert.That(right.GetHashCode(), Is.Not.EqualTo(left.GetHashCode()), other);
        }
    }

    [Test]
    public void Equals_and_GetHashCode_of_cyclic_objects_throw_InvalidOperationException()
    {
        object[] cycles = [Cycle(), Cycle()];
        Assert.That(cycles[0].Equals(cycles[0]), Is.True);
        Assert.That(() => cycles[0].Equals(cycles[1]), Throws.InvalidOperationException.With.Message.Contains("Other is nested deeper than 64"));
        Assert.That(cycles[0].GetHashCode, Throws.InvalidOperationException.With.Message.Contains("Other is nested deeper than 64"));
    }

    [Test]
    public void Equality_attribute_applies_to_all_types_that_the_type_references()
    {
        const string Text = """
            attribute "csharp_equality";
            struct Inner { x:float; }
            struct Outer { inner:Inner; list:[Inner:3]; }
            table Leaf { outer:Outer; }
            union Any { Leaf }
            table Root (csharp_equality) { any:Any; list:[Root]; }
            table Other { root:Root; }
            """;
        SchemaModel model = SchemaCompiler.Compile([new SchemaSource("equality.fbs", Text)], _ => null).Model!;
        Assembly assembly = InMemoryCompilation.Load("equality", CSharpEmitter.Emit(model).Select(file => file.Text));
        Assert.That(
            string.Join(' ', assembly.GetTypes().Where(type => type.GetInterfaces().Any(candidate => candidate.Name == "IEquatable`1")).Select(type => type.Name).Order(StringComparer.Ordinal)),
            Is.EqualTo("Any Inner Leaf Outer Root"));
    }

    [TestCase("table T { x:int (csharp_equality); }")]
    [TestCase("enum E:int (csharp_equality) { A }")]
    public void Equality_attribute_is_rejected_on_fields_and_enums(string text)
    {
        SchemaResult result = SchemaCompiler.Compile([new SchemaSource("misuse.fbs", "attribute \"csharp_equality\";\n" + text)], _ => null);
        Assert.That(result.Diagnostics.Select(diagnostic => diagnostic.Rule), Has.Member(SchemaRule.AttributeMisuse));
    }

    [Test]
    public void Fields_can_have_the_names_of_generated_members()
    {
        object hidden = Schema.FromJson("Ten.Hidden", """{"to_json":"x","equals":3}""");
        Assert.That(Schema.ToJson(hidden), Is.EqualTo("""{"equals":3,"to_json":"x"}"""));
        object[] named = [Schema.FromJson("Ten.ToString", """{"a":1}"""), Schema.FromJson("Ten.ToString", """{"a":1}""")];
        Assert.That(named[0], Is.EqualTo(named[1]));
    }

    [Test]
    public void The_documented_struct_conversions_compile_and_preserve_the_values()
    {
        const string Around = """
            #pragma warning disable CS1591
            namespace UnityEngine
            {
                public struct Vector3
                {
                    public float x, y, z;
                    public Vector3(float x, float y, float z) => (this.x, this.y, this.z) = (x, y, z);
                }
            }

            namespace Ten
            {
                // the conversions
                public static class Probe
                {
                    public static float Sum(float x, float y, float z)
                    {
                        Vec3 ours = new System.Numerics.Vector3(x, y, z);
                        System.Numerics.Vector3 theirs = ours;
                        UnityEngine.Vector3 unity = ours;
                        bool isSameLayout = System.Runtime.CompilerServices.Unsafe.SizeOf<System.Numerics.Vector3>() == Vec3.ByteSize
                            && System.Runtime.InteropServices.MemoryMarshal.Cast<Vec3, System.Numerics.Vector3>(new[] { ours, (Vec3)unity })[1] == theirs;
                        return isSameLayout ? unity.x + 2 * unity.y + 4 * unity.z : float.NaN;
                    }
                }
            }
            """;
        string[] blocks = [.. Repository.Read("docs/generated-code.md").Split("```cs\n").Skip(1).Select(block => block[..block.IndexOf("```", StringComparison.Ordinal)])];
        string[] conversions = [.. blocks.Where(block => block.StartsWith("public partial struct Vec3", StringComparison.Ordinal))];
        Assert.That(conversions, Has.Length.EqualTo(2));
        string code = Around.Replace("// the conversions", string.Concat(conversions), StringComparison.Ordinal);
        Assembly assembly = InMemoryCompilation.Load("conversion", Schema.Files.Select(file => file.Text).Append(code));
        object sum = assembly.GetType("Ten.Probe")!.GetMethod("Sum")!.Invoke(null, [1f, 2f, 3f])!;
        Assert.That(sum, Is.EqualTo(17f));
    }

    private static object Cycle()
    {
        object value = Schema.FromJson("Ten.Other", "{}");
        value.GetType().GetProperty("Next")!.SetValue(value, value);
        return value;
    }

    private static object? Operator(string name, object left, object? right) => left.GetType().GetMethod(name)!.Invoke(null, [left, right]);
}
