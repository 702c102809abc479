using System;
using System.Buffers.Binary;
using System.Collections.Generic;
using System.Linq;
using System.Text.Json;
using Codec.Json;
using Codec.Schema.CSharp;
using NUnit.Framework;

namespace Codec.Tests.Json;

/// <summary>Tests JSON of fields that contain the payload of another table. CppProgramTests has the same payloads.</summary>
[TestFixture]
internal sealed class JsonNestedTests
{
    private static readonly JsonSchema Schema = JsonSchema.OfText("""
        table Inner { texts:[string]; }
        table Box { inner:[ubyte] (nested_flatbuffer: "Inner"); }
        table Root { boxes:[Box]; }
        root_type Root;
        """);

    [Test]
    public void A_valid_payload_is_written_as_its_table() =>
        Assert.That(Json(1, Texts(2, 1)), Is.EqualTo("""{"boxes":[{"inner":{"texts":["x","x"]}}]}"""));

    [Test]
    public void A_payload_that_can_be_read_but_is_not_valid_is_written_as_its_bytes()
    {
        byte[] inner = Texts(1, 1);

        // The zero after the text.
        inner[^1] = 1;
        Assert.That(Json(1, inner), Is.EqualTo($"{{\"boxes\":[{{\"inner\":[{string.Join(',', inner)}]}}]}}"));
    }

    [Test]
    public void All_payloads_of_a_text_share_a_budget() => Assert.That(Json(800, Texts(2000, 4000)), Has.Length.EqualTo(37_210_282));

    [TestCase(62, true)]
    [TestCase(63, false)]
    public void A_payload_is_written_as_its_table_if_its_tables_are_not_too_deep_inside_the_others(int tables, bool isTable) =>
        AssertChain("Chain", tables, isTable);

    [TestCase(4, true)]
    [TestCase(5, false)]
    public void A_payload_has_the_limit_of_its_own_depth(int tables, bool isTable) => AssertChain("Short", tables, isTable);

    [Test]
    public void A_payload_that_cannot_be_read_does_not_affect_the_others([Values] bool isVerified)
    {
        CSharpParts parts = isVerified ? CSharpParts.Default : CSharpParts.Default & ~CSharpParts.Verify;
        JsonSchema schema = JsonSchema.OfText(
            """
            table Inner { inners:[Inner]; }
            table Box { inner:[ubyte] (nested_flatbuffer: "Inner"); }
            table Root { boxes:[Box]; }
            """,
            parts);
        string json = $$$"""{"boxes":[{"inner":[{{{string.Join(',', References(1))}}}]},{"inner":{"inners":[]}}]}""";
        Assert.That(((IJsonObject)schema.FromJson("Root", json)).ToJson(), Is.EqualTo(json));
    }

    [TestCase(CSharpParts.Types, false, false)]
    [TestCase(CSharpParts.Types | CSharpParts.Views, true, false)]
    [TestCase(CSharpParts.Types | CSharpParts.Writers, false, true)]
    public void A_table_is_written_with_views_and_read_with_writers(CSharpParts parts, bool writesTable, bool readsTable)
    {
        const string Table = """{"inner":{"texts":["x"]}}""";
        JsonSchema schema = JsonSchema.OfText(
            """
            table Inner { texts:[string]; }
            table Box { inner:[ubyte] (nested_flatbuffer: "Inner"); }
            """,
            parts);
        byte[] inner = JsonSchema.Payload(Schema.FromJson("Inner", """{"texts":["x"]}"""));
        string bytes = $$$"""{"inner":[{{{string.Join(',', inner)}}}]}""";

        Assert.That(((IJsonObject)schema.FromJson("Box", bytes)).ToJson(), Is.EqualTo(writesTable ? Table : bytes));
        if (readsTable)
        {
            Assert.That(((IJsonObject)schema.FromJson("Box", Table)).ToJson(), Is.EqualTo(bytes));
        }
        else
        {
            Assert.That(
                () => schema.FromJson("Box", Table), Throws.InstanceOf<JsonException>().With.Message.StartsWith("Expected an array instead of an object."));
        }
    }

    [Test]
    public void A_payload_that_lacks_a_required_field_is_written_as_its_bytes([Values] bool isVerified)
    {
        string[] types = ["string", "Leaf", "Effect", "[ubyte]", "[string]", "[Leaf]", "[Effect]"];
        IEnumerable<string> tables = types.Select((type, i) => $$"""
            table Inner{{i}} { field:{{type}} (required); }
            table Outer{{i}} { inner:Inner{{i}}; inners:[Inner{{i}}]; }
            table Box{{i}} { inner:[ubyte] (nested_flatbuffer: "Outer{{i}}"); }
            """);
        JsonSchema schema = JsonSchema.OfText(
            $$"""
            table Leaf { number:int; }
            union Effect { Leaf }
            {{string.Join('\n', tables)}}
            """,
            isVerified ? CSharpParts.Default : CSharpParts.Default & ~CSharpParts.Verify);
        JsonSchema loose = JsonSchema.OfText("table Loose { } table Outer { inner:Loose; inners:[Loose]; }");
        foreach (string outer in new[] { """{"inner":{}}""", """{"inners":[{}]}""" })
        {
            byte[] payload = JsonSchema.Payload(loose.FromJson("Outer", outer));
            string json = $$$"""{"inner":[{{{string.Join(',', payload)}}}]}""";
            for (int i = 0; i < types.Length; i++)
            {
                Assert.That(((IJsonObject)schema.FromJson($"Box{i}", json)).ToJson(), Is.EqualTo(json), types[i]);
            }
        }
    }

    [Test]
    public void A_payload_whose_required_union_is_of_a_newer_schema_is_written_as_its_bytes()
    {
        JsonSchema schema = JsonSchema.OfText("""
            table Heal { amount:int; }
            table Burn { amount:int; }
            union Effect { Heal }
            union NewEffect { Heal, Burn }
            table Inner { effect:Effect (required); }
            table NewInner { effect:NewEffect (required); }
            table Box { name:string; inner:[ubyte] (nested_flatbuffer: "Inner"); }
            table Outer { box:[ubyte] (nested_flatbuffer: "Box"); }
            """);
        byte[] inner = JsonSchema.Payload(schema.FromJson("NewInner", """{"effect_type":"Burn","effect":{"amount":1}}"""));
        string json = $$$"""{"box":{"name":"x","inner":[{{{string.Join(',', inner)}}}]}}""";
        Assert.That(((IJsonObject)schema.FromJson("Outer", json)).ToJson(), Is.EqualTo(json));

        IJsonObject root = (IJsonObject)schema.FromPayload("Inner", inner);
        Assert.That(() => root.ToJson(), Throws.InvalidOperationException.With.Message.Contains("Inner.effect"));
    }

    [TestCase(256, true)]
    [TestCase(257, false)]
    public void Many_payloads_that_are_rejected_exceed_the_budget(int count, bool isTable)
    {
        string rejected = string.Concat(Enumerable.Repeat("""{"inner":[0]},""", count));
        byte[] inner = Texts(1, 1);
        string bytes = $$$"""{"inner":[{{{string.Join(',', inner)}}}]}""";
        string expected = isTable ? """{"inner":{"texts":["x"]}}""" : bytes;
        Assert.That(
            ((IJsonObject)Schema.FromJson("Root", $$"""{"boxes":[{{rejected}}{{bytes}}]}""")).ToJson(), Is.EqualTo($$"""{"boxes":[{{rejected}}{{expected}}]}"""));
    }

    private static void AssertChain(string type, int tables, bool isTable)
    {
        JsonSchema schema = JsonSchema.OfText($$"""
            include "packets.fbs";
            table Chain { next:Chain; }
            table Short (packet_id: 1, packet_max_depth: 4) { next:Short; }
            table Box { inner:[ubyte] (nested_flatbuffer: "{{type}}"); }
            table Root { boxes:[Box]; }
            """);
        string chain = string.Concat(Enumerable.Repeat("""{"next":""", tables - 1)) + "{}" + new string('}', tables - 1);
        byte[] payload = JsonSchema.Payload(schema.FromJson(type, chain));
        string bytes = $$$"""{"boxes":[{"inner":[{{{string.Join(',', payload)}}}]}]}""";
        string expected = isTable ? $$$"""{"boxes":[{"inner":{{{chain}}}}]}""" : bytes;
        Assert.That(((IJsonObject)schema.FromJson("Root", bytes)).ToJson(), Is.EqualTo(expected));
    }

    private static string Json(int count, byte[] inner)
    {
        byte[] references = References(count);
        byte[] payload = [.. references, .. Bytes(references.Length - 4, 4, inner.Length), .. inner];
        return ((IJsonObject)Schema.FromPayload("Root", payload)).ToJson();
    }

    private static byte[] Texts(int count, int length) => [.. References(count), .. Bytes(length), .. Enumerable.Repeat((byte)'x', length), 0];

    // A table whose only field is a vector of references to the object that follows.
    private static byte[] References(int count) => Bytes([12, (8 << 16) | 6, 4, 8, 4, count, .. Enumerable.Range(0, count).Select(i => 4 * (count - i))]);

    private static byte[] Bytes(params int[] values)
    {
        byte[] bytes = new byte[4 * values.Length];
        for (int i = 0; i < values.Length; i++)
        {
            BinaryPrimitives.WriteInt32LittleEndian(bytes.AsSpan(4 * i), values[i]);
        }

        return bytes;
    }
}
