namespace Codec.Tests.Schema;

/// <summary>Tests the text of the C++ headers.</summary>
public sealed class CppMessageEmitterTests
{
    [TestCase("some.fbs", "codec::schemas::some")]
    [TestCase("dir/my-game.v2.fbs", "codec::schemas::my_game_v2")]
    [TestCase("a--b_.fbs", "codec::schemas::a_b_")]
    [TestCase("class.fbs", "codec::schemas::class_")]
    [TestCase("3d.fbs", "codec::schemas::schema_3d")]
    [TestCase(".fbs", "codec::schemas::schema_")]
    public void The_protocol_hash_is_in_a_namespace_that_is_named_for_the_schema(string path, string scope)
    {
        string text = CppMessageEmitter.Emit(SchemaText.Model((path, "table T { x:int; }")), CppOptions.Default)[0].Text;
        Assert.That(text, Does.Contain($"#ifndef CODEC_PROTOCOL_HASH_OF_{scope["codec::schemas::".Length..].Replace("_", "_0", StringComparison.Ordinal)}\n"));
        Assert.That(text, Does.Contain($"namespace {scope} {{\n"));
        Assert.That(text, Does.Match("\ninline constexpr ::std::uint64_t protocol_hash = 0x[0-9A-F]{16};\n"));
        Assert.That(text, Does.Contain($"static_assert(::{scope}::protocol_hash == 0x"));
    }

    [Test]
    public void Two_schemas_with_the_same_namespace_have_no_hash_and_cause_a_warning()
    {
        SchemaResult compiled = SchemaText.Compile(("a-b.fbs", "table A { x:int; }"), ("a_b.fbs", "table B { x:int; }"));
        SchemaResult result = CppMessageEmitter.Check(compiled, CppOptions.Default);
        Assert.That(SchemaText.Messages(result), Does.StartWith("a_b.fbs(1,1): warning CODEC084: ").And.Contain("'a_b.fbs'").And.Contain("'a-b.fbs'"));
        Assert.That(CppMessageEmitter.Emit(result.Model!, CppOptions.Default).Select(header => header.Text), Has.None.Contains("protocol_hash"));
    }

    [Test]
    public void Two_schemas_with_the_same_list_of_packets_have_none_and_cause_a_warning()
    {
        SchemaResult compiled = SchemaText.Compile(
            ("my-game.fbs", "attribute \"packet_id\"; namespace N; table A (packet_id: 1) { x:int; }"),
            ("MyGame.fbs", "attribute \"packet_id\"; namespace N; table B (packet_id: 2) { x:int; }"));
        SchemaResult result = CppMessageEmitter.Check(compiled, CppOptions.Default);
        Assert.That(
            SchemaText.Messages(result),
            Does.Contain("warning CODEC084: The packet lists of ").And.Contain("'my-game.fbs'").And.Contain("'MyGame.fbs'").And.Contain("'N::MyGamePackets'"));
        Assert.That(CppMessageEmitter.Emit(result.Model!, CppOptions.Default).Select(header => header.Text), Has.None.Contains("MyGamePackets"));
    }

    [Test]
    public void A_derived_name_is_not_that_of_a_namespace()
    {
        SchemaResult compiled = SchemaText.Compile((
            "game.fbs",
            "include \"packets.fbs\";\nnamespace Game;\ntable Chat (packet_id: 1) { x:int; }\nnamespace Game.ChatView;\ntable T { x:int; }\nnamespace Game.GamePackets;\ntable U { x:int; }"));
        string text = string.Concat(CppMessageEmitter.Emit(compiled.Model!, CppOptions.Default).Select(header => header.Text));
        Assert.That(text, Does.Contain("class ChatView_ ").And.Not.Contain("class ChatView ").And.Contain("using GamePackets_ = "));
    }

    [Test]
    public void A_type_with_the_name_of_a_namespace_is_an_error()
    {
        SchemaResult compiled = SchemaText.Compile("namespace A;\ntable B { x:int; }\nnamespace A.B.C;\ntable D { x:int; }");
        SchemaResult result = CppMessageEmitter.Check(compiled, CppOptions.Default);
        Assert.That(SchemaText.Messages(result), Does.Contain("error CODEC071: 'A.B' is a type and a namespace; expected another name."));
    }

    [TestCase("table codec { x:int; }", "", "'codec' is a type and a namespace of a library; expected another name.")]
    [TestCase("enum std:byte { A }", "", "'std' is a type and a namespace of a library; expected another name.")]
    [TestCase("namespace std; struct S { x:int; }", "", "'std.S' is in the C++ namespace 'std', which belongs to a library; expected another namespace.")]
    [TestCase("namespace std.a; struct S { x:int; }", "", "'std.a.S' is in the C++ namespace 'std::a', which belongs to a library; expected another namespace.")]
    [TestCase("namespace codec; enum Status:byte { Idle }", "", "'codec.Status' is in the C++ namespace 'codec', which belongs to a library; expected another namespace.")]
    [TestCase("namespace codec.wire; struct Struct { x:int; }", "", "'codec.wire.Struct' is in the C++ namespace 'codec::wire', which belongs to a library; expected another namespace.")]
    [TestCase("table T { x:int; }", "codec", "'T' is in the C++ namespace 'codec', which belongs to a library; expected another namespace.")]
    [TestCase("namespace A; table T { x:int; }", "std.b", "'A.T' is in the C++ namespace 'std::b::A', which belongs to a library; expected another namespace.")]
    [TestCase("namespace A.codec; table std { x:int; } namespace Codec; table T { x:int; }", "", null)]
    [TestCase("table std { x:int; } namespace codec; table T { x:int; }", "ours", null)]
    public void A_type_in_a_namespace_of_a_library_is_an_error(string schema, string enclosing, string? message)
    {
        SchemaResult compiled = SchemaText.Compile(schema);
        Assert.That(SchemaText.Messages(compiled), Is.Empty);
        string messages = SchemaText.Messages(CppMessageEmitter.Check(compiled, new CppOptions { Namespace = enclosing }));
        Assert.That(messages, message is null ? Is.Empty : Does.EndWith("error CODEC071: " + message));
    }

    [TestCase("int", "-2147483648", "-2147483647 - 1")]
    [TestCase("long", "-2147483648", "-2147483647 - 1")]
    [TestCase("long", "-9223372036854775808", "-9223372036854775807 - 1")]
    public void The_smallest_integers_have_no_literal_that_a_compiler_reads_as_unsigned(string type, string value, string expected)
    {
        SchemaModel model = SchemaText.Model(("a.fbs", $"enum E:{type} {{ Least = {value}, A = 0 }} table T {{ x:{type} = {value}; e:E; }}"));
        string text = CppMessageEmitter.Emit(model, CppOptions.Default)[0].Text;
        Assert.That(text, Does.Contain($"  Least = {expected},").And.Not.Contain(value));
    }

    [Test]
    [MaxTime(10_000)]
    public void Structs_that_contain_another_struct_twice_are_written_quickly()
    {
        string structs = string.Concat(Enumerable.Range(1, 28).Select(i => $"struct S{i} {{ a:S{i - 1}; b:S{i - 1}; }}\n"));
        SchemaModel model = SchemaText.Model(("a.fbs", "struct S0 { x:int; }\n" + structs));
        string text = CppMessageEmitter.Emit(model, CppOptions.Default)[0].Text;
        Assert.That(text.Split("has_padding = false"), Has.Length.EqualTo(30));
    }

    [TestCase("foo\\ \\", "foo")]
    [TestCase("foo \\\\\t\\ ", "foo")]
    [TestCase("foo\\\u00A0\\", "foo")]
    [TestCase("\\ \\", "")]
    [TestCase("foo??/", "foo")]
    [TestCase("foo ??/\\ ??/", "foo")]
    [TestCase("foo?/", "foo?/")]
    [TestCase("\\ foo\\bar", "\\ foo\\bar")]
    public void A_comment_does_not_continue_on_the_next_line(string comment, string expected)
    {
        SchemaModel model = SchemaText.Model(("a.fbs", $"/// {comment}\nstruct S {{\n  /// {comment}\n  x:int; }}\n/// {comment}\ntable T {{\n  /// {comment}\n  x:int; }}"));
        string[] lines = [.. CppMessageEmitter.Emit(model, CppOptions.Default)[0].Text.Split('\n').Select(line => line.Trim())];
        Assert.That(lines, Has.None.EndsWith("\\"));
        Assert.That(lines.Count(line => line == $"/// {expected}".Trim()), Is.GreaterThanOrEqualTo(4));
    }
}
