using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Codec.Tests.Schema;

/// <summary>Compiles the generated code of unusual schemas together with code that uses it, and runs it.</summary>
public sealed class EmittedCodeTests
{
    private const string UnionUse = """
        using System;
        using Codec.Payloads;

        internal static class Use
        {
            public static byte[]? FromObjects(int length)
            {
                T value = new() { S = new string('a', length), Ls = new() { 7 }, Us = new() { U.FromA(new A { X = 5 }), U.FromA(new A { X = 6 }) } };
                byte[] buffer = new byte[value.GetMaxByteCount()];
                buffer.AsSpan().Fill(0xCD);
                return value.TryWrite(buffer, out int written) ? buffer.AsSpan(0, written).ToArray() : null;
            }

            public static byte[]? FromValues(int length)
            {
                byte[] buffer = new byte[256];
                buffer.AsSpan().Fill(0xCD);
                PayloadWriter writer = new(buffer);
                U.VectorWriter us = T.Writer.Begin(ref writer, new string('a', length), new ulong[] { 7 }).StartUs(ref writer, 2);
                us.Add(ref writer).WriteA(ref writer, 5);
                us.Add(ref writer).WriteA(ref writer, 6);
                return writer.TryFinish(out int written) ? buffer.AsSpan(0, written).ToArray() : null;
            }

            public static string Read(byte[] payload)
            {
                T read = new();
                return T.View.TryCreateVerified(payload, out T.View view) && T.Verify(payload) && read.TryRead(view)
                    ? $"{view.Us[0].AsA().X} {view.Us[1].AsA().X} {read.Us![0].AsA()!.X} {read.Us[1].AsA()!.X}"
                    : "refused";
            }
        }
        """;

    private const string RealUse = """
        using System;
        using System.Linq;

        internal static class Use
        {
            public static byte[] Written()
            {
                byte[] buffer = new byte[1024];
                return new T().TryWrite(buffer, out int written) ? buffer.AsSpan(0, written).ToArray() : throw new InvalidOperationException();
            }

            public static string Defaults()
            {
                T value = new();
                T.View view = default;
                float[] singles = { value.A, view.A, value.B, view.B, value.C, view.C, value.D, view.D, value.E, view.E };
                double[] doubles = { value.F, view.F, value.G, view.G, value.H, view.H, value.I, view.I, value.J, view.J };
                return string.Join(" ", singles.Select(single => BitConverter.ToUInt32(BitConverter.GetBytes(single), 0).ToString("x8")))
                    + " " + string.Join(" ", doubles.Select(real => BitConverter.DoubleToInt64Bits(real).ToString("x16")));
            }
        }
        """;

    private const string DefaultUse = """
        using System;
        using System.Text;

        internal static class Use
        {
            public static byte[] Write(bool isRoot)
            {
                byte[] buffer = new byte[256];
                Inner inner = new() { S = "abc" };
                _ = isRoot ? inner.TryWrite(buffer, out int written) : new Outer { Inner = inner, S = "def" }.TryWrite(buffer, out written);
                return buffer.AsSpan(0, written).ToArray();
            }

            public static string View(byte[] payload, bool isRoot)
            {
                if (isRoot)
                {
                    return Inner.View.TryCreate(payload, out Inner.View view) ? Seen(view.S, view.SUtf8) : "refused";
                }

                return Outer.View.TryCreate(payload, out Outer.View outer) ? Seen(outer.S, outer.SUtf8) + " " + Seen(outer.Inner.S, outer.Inner.SUtf8) : "refused";
            }

            public static string Object(byte[] payload, bool isRoot)
            {
                Inner inner = new() { S = "before" };
                Outer outer = new() { S = "before", Inner = inner };
                return isRoot
                    ? inner.TryRead(payload) ? inner.S! : "refused"
                    : outer.TryRead(payload) ? outer.S + " " + outer.Inner?.S : "refused";
            }

            private static string Seen(string? text, ReadOnlySpan<byte> utf8) =>
                text == Encoding.UTF8.GetString(utf8.ToArray()) ? text : $"'{text}' is not '{Encoding.UTF8.GetString(utf8.ToArray())}'";
        }
        """;

    [Test]
    public void Many_fields_with_the_same_name_in_csharp_get_short_names()
    {
        // 10 letters, each in upper case or after an underscore.
        string[] equal = [.. Enumerable.Range(0, 1024).Select(i => "a" + string.Concat(Enumerable.Range(0, 10).Select(bit => (i >> bit & 1) == 0 ? "_b" : "B")))];
        string[] names = [.. PropertyNames(Emit(equal))];
        Assert.That(names[..5], Is.EqualTo((string[])["ABBBBBBBBBB", "ABBBBBBBBBB_", "ABBBBBBBBBB__", "ABBBBBBBBBB_3", "ABBBBBBBBBB_4"]));
        Assert.That(names, Has.Length.EqualTo(equal.Length).And.Unique);
        Assert.That(names[^1], Is.EqualTo("ABBBBBBBBBB_1023"));
        Assert.That(Emit(equal).Length, Is.LessThan(1.1 * Emit([.. Enumerable.Range(0, 1024).Select(i => FormattableString.Invariant($"abbbbbbbbb{i:0000}"))]).Length));

        static string Emit(string[] fields) =>
            CSharpEmitter.Emit(SchemaText.Model(("a.fbs", $"table T {{ {string.Concat(fields.Select(field => field + ":int; "))} }}"))).Single(file => file.Name == "T.g.cs").Text;

        static IEnumerable<string> PropertyNames(string code) => CSharpSyntaxTree.ParseText(code).GetRoot().DescendantNodes()
            .OfType<ClassDeclarationSyntax>().First(type => type.Identifier.Text == "T").Members.OfType<PropertyDeclarationSyntax>().Select(property => property.Identifier.Text);
    }

    [Test]
    public void A_long_name_gives_a_file_name_that_file_systems_accept()
    {
        string name = new('A', 193);
        string text = $"namespace Long; table {name}bc {{ x:int; }} table {name}Bc {{ x:int; }} table {name}bcd {{ x:int; }}";
        string[] files = [.. CSharpEmitter.Emit(SchemaText.Model(("a.fbs", text))).Select(file => file.Name).Where(file => file.StartsWith("Long.", StringComparison.Ordinal))];
        Assert.That(files, Has.Length.EqualTo(3).And.Some.EqualTo($"Long.{name}bc.g.cs"));
        Assert.That(files.Distinct(StringComparer.OrdinalIgnoreCase).Count(), Is.EqualTo(3));
        Assert.That(files.Max(file => file.Length), Is.AtMost(255));
        Assert.That(files, Has.Some.Matches($"^Long\\.{name}bc\\.[0-9A-F]{{16}}\\.g\\.cs$"));
    }

    [TestCase("S", "struct N.S", "{\"X\":5}")]
    [TestCase("U", "union N.U", "{\"Type\":1,\"Value\":{}}")]
    public void Structs_and_unions_are_rejected_by_the_reflection_of_System_Text_Json(string name, string expected, string json)
    {
        SchemaModel model = SchemaText.Model(("a.fbs", "namespace N; struct S { x:int; } table A { x:int; s:S; } union U { A }"));
        Assembly assembly = InMemoryCompilation.Load("Json", CSharpEmitter.Emit(model).Select(file => file.Text));
        Type type = assembly.GetType("N." + name, throwOnError: true)!;
        Assert.That(() => JsonSerializer.Serialize(Activator.CreateInstance(type), type), Throws.TypeOf<NotSupportedException>().With.Message.Contains($"lose values of the {expected}."));
        Assert.That(() => JsonSerializer.Deserialize(json, type), Throws.TypeOf<NotSupportedException>().With.Message.Contains($"lose values of the {expected}."));
        object inside = Activator.CreateInstance(assembly.GetType("N.A")!)!;
        Assert.That(JsonSerializer.Serialize(inside), Is.EqualTo("""{"X":0,"S":null}"""));
    }

    [TestCase("A.g.cs", "A.g.cs B.g.cs", "B.g.cs")]
    [TestCase("Chat.g.cs", "chat.g.cs", "")]
    [TestCase("Chat.g.cs", "Chat.g.cs chat.g.cs", "chat.g.cs")]
    [TestCase("Chat.g.cs chat_2.g.cs", "chat.g.cs chat_2.g.cs", "")]
    [TestCase("", "A.g.cs", "A.g.cs")]
    public void Files_that_were_not_generated_are_found_also_if_the_file_system_ignores_case(string generated, string existing, string others) =>
        Assert.That(GeneratedFile.FindOthers(generated.Split(' '), existing.Split(' ')), Is.EqualTo(others.Split(' ', StringSplitOptions.RemoveEmptyEntries)));

    [Test]
    public void Vectors_of_numbers_and_of_union_types_are_aligned([Values("ulong", "long", "ushort", "byte")] string underlying)
    {
        Type use = Use($"union U:{underlying} {{ A }}\ntable A {{ x:int; }}\ntable T {{ s:string; us:[U]; ls:[ulong]; }}", UnionUse);
        int size = underlying switch { "byte" => 1, "ushort" => 2, _ => 8 };
        for (int length = 0; length <= 8; length++)
        {
            foreach (string way in (string[])["FromObjects", "FromValues"])
            {
                byte[]? payload = (byte[]?)Call(use, way, length);
                Assert.That(payload, Is.Not.Null, $"{way}, {length} characters: it fits");
                Assert.That(Call(use, "Read", payload!), Is.EqualTo("5 6 5 6"), () => $"{way}, {length} characters: {Convert.ToHexString(payload!)}");
                Assert.That((Target(payload!, entry: 6) + 4) % size, Is.Zero, () => $"{way}, {length} characters: {Convert.ToHexString(payload!)}");
            }
        }
    }

    [Test]
    public void Special_floating_point_defaults_have_the_same_bits_as_in_cpp()
    {
        const string Schema = """
            table T {
              a:float = nan; b:float = -inf; c:float = -0.0; d:float = -nan; e:float = 1.00000017881393432617187499;
              f:double = nan; g:double = inf; h:double = -0; i:double = sin(inf); j:double = 4.9406564584124654e-324;
            }
            """;
        SchemaResult result = SchemaText.Compile(Schema);
        Assert.That(SchemaText.Messages(result), Is.Empty);
        Type use = InMemoryCompilation.Load("Reals", [.. CSharpEmitter.Emit(result.Model!).Select(file => file.Text), RealUse]).GetType("Use")!;
        string[] bits =
        [
            "7fc00000", "ff800000", "80000000", "7fc00000", "3f800001",
            "7ff8000000000000", "7ff0000000000000", "8000000000000000", "7ff8000000000000", "0000000000000001",
        ];
        Assert.That(use.GetMethod("Defaults")!.Invoke(null, []), Is.EqualTo(string.Join(' ', bits.Select(item => $"{item} {item}"))));

        string written = Convert.ToHexStringLower((byte[])use.GetMethod("Written")!.Invoke(null, [])!);
        foreach (string item in bits)
        {
            Assert.That(written, Does.Contain(string.Concat(item.Chunk(2).Reverse().Select(pair => new string(pair)))), item);
        }
    }

    [Test]
    public void The_default_of_a_field_can_be_two_flags()
    {
        SchemaModel model = SchemaText.Model(("a.fbs", "enum F:ubyte (bit_flags) { A, B } table T { f:F = \"A B\"; }"));
        Type table = InMemoryCompilation.Load("Flags", CSharpEmitter.Emit(model).Select(file => file.Text)).GetType("T")!;
        Assert.That((byte)table.GetProperty("F")!.GetValue(Activator.CreateInstance(table))!, Is.EqualTo(3));
    }

    [TestCase(true, "dflt", "abc")]
    [TestCase(false, "dflt abc", "def abc")]
    public void A_string_that_is_out_of_range_has_its_default_value_in_views_and_objects(bool isRoot, string expected, string before)
    {
        Type use = Use("table Inner { s:string = \"dflt\"; }\ntable Outer { s:string = \"dflt\"; inner:Inner; }", DefaultUse);
        byte[] payload = (byte[])Call(use, "Write", isRoot)!;
        Assert.That((Call(use, "View", payload, isRoot), Call(use, "Object", payload, isRoot)), Is.EqualTo((before, before)));
        int slot = Slot(payload, entry: 4);
        int text = Target(payload, entry: 4);
        (int Place, uint Value)[] patches =
        [
            (slot, 0x7FFF0000), (slot, uint.MaxValue), (slot, (uint)(payload.Length - slot - 3)), (text, 0x7FFF0000), (text, uint.MaxValue), (text, (uint)(payload.Length - text - 3)),
        ];
        foreach ((int place, uint value) in patches)
        {
            byte[] bad = [.. payload];
            BinaryPrimitives.WriteUInt32LittleEndian(bad.AsSpan(place), value);
            Assert.That((Call(use, "View", bad, isRoot), Call(use, "Object", bad, isRoot)), Is.EqualTo((expected, expected)), $"0x{value:X} at {place}");
        }

        byte[] empty = [.. payload];
        BinaryPrimitives.WriteUInt32LittleEndian(empty.AsSpan(text), 0);
        Assert.That(Call(use, "View", empty, isRoot), Is.EqualTo(isRoot ? "" : " abc"), "an empty text is no missing one");
        Assert.That(Call(use, "Object", empty, isRoot), Is.EqualTo(isRoot ? "" : " abc"));
    }

    private static Type Use(string schema, string use)
    {
        SchemaResult result = CSharpEmitter.Check(SchemaText.Compile(schema));
        Assert.That(result.Diagnostics, Is.Empty);
        return InMemoryCompilation.Load("Emitted", [.. CSharpEmitter.Emit(result.Model!).Select(file => file.Text), "#nullable enable\n" + use]).GetType("Use")!;
    }

    private static object? Call(Type use, string method, params object[] arguments) =>
        use.GetMethod(method, BindingFlags.Public | BindingFlags.Static)!.Invoke(null, arguments);

    // Returns the offset of a field of the root table.
    private static int Slot(byte[] payload, int entry)
    {
        int table = Whole(payload, 0);
        return table + BinaryPrimitives.ReadUInt16LittleEndian(payload.AsSpan(table - Whole(payload, table) + entry));
    }

    private static int Target(byte[] payload, int entry) => Slot(payload, entry) + Whole(payload, Slot(payload, entry));

    private static int Whole(byte[] payload, int place) => BinaryPrimitives.ReadInt32LittleEndian(payload.AsSpan(place));
}
