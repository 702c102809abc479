namespace Codec.Tests.Json;

/// <summary>Tests JSON of fields that contain the payload of another table.</summary>
internal sealed class JsonNestedTests
{
    private static readonly PayloadSchema Schema = PayloadSchema.Parse("""
        table Inner { texts:[string]; }
        table Chain { next:Chain; }
        table Box { inner:[ubyte] (nested_flatbuffer: "Inner"); chain:[ubyte] (nested_flatbuffer: "Chain"); }
        table Root { boxes:[Box]; }
        """);

    private static readonly PayloadMessage Root = Schema["Root"];

    [Test]
    public void A_valid_payload_is_written_as_its_table() =>
        Assert.That(Root.ToJson(Boxes(1, Texts(2, 1))), Is.EqualTo("""{"boxes":[{"inner":{"texts":["x","x"]}}]}"""));

    [Test]
    public void A_payload_whose_nested_payload_is_not_valid_is_not_written()
    {
        byte[] inner = Texts(1, 1);

        // The zero after the text.
        inner[^1] = 1;
        using MemoryStream output = new();
        using Utf8JsonWriter writer = new(output);
        Assert.That(Root.TryWriteJson(Boxes(1, inner), writer, out PayloadProblem? problem), Is.False);
        Assert.That(problem!.ToString(), Is.EqualTo("boxes[0].inner.texts[0]: the string lies outside the payload, or has no zero after it"));
        Assert.That(writer.BytesPending + writer.BytesCommitted, Is.Zero);
        Assert.That(() => Root.ToJson(Boxes(1, inner)), Throws.InstanceOf<InvalidDataException>().With.Message.Contains("boxes[0].inner.texts[0]"));
    }

    [Test]
    public void The_text_of_a_payload_that_refers_to_its_parts_many_times_is_limited()
    {
        using Utf8JsonWriter writer = new(Stream.Null);
        Assert.That(Root.TryWriteJson(Boxes(10, Texts(100, 4000)), writer, out PayloadProblem? problem), Is.False);
        Assert.That((problem!.Error, problem.Reason), Is.EqualTo((PacketError.PayloadTooLarge, "the JSON has more than 1048576 bytes")));
        Assert.That(writer.BytesPending + writer.BytesCommitted, Is.LessThan(2_000_000));
    }

    [TestCase(62, true)]
    [TestCase(63, false)]
    public void The_depth_of_a_nested_payload_continues_that_of_its_table(int tables, bool isValid)
    {
        string chain = string.Concat(Enumerable.Repeat("""{"next":""", tables - 1)) + "{}" + new string('}', tables - 1);
        string bytes = string.Join(',', Schema["Chain"].FromJson(chain));
        byte[] payload = Root.FromJson($$$"""{"boxes":[{"chain":[{{{bytes}}}]}]}""");
        Assert.That(Root.Verify(payload), Is.EqualTo(isValid));
        if (isValid)
        {
            Assert.That(Root.ToJson(payload), Is.EqualTo($$$"""{"boxes":[{"chain":{{{chain}}}}]}"""));
        }
    }

    private static byte[] Boxes(int count, byte[] inner)
    {
        byte[] references = References(count);
        return [.. references, .. Bytes(references.Length - 4, 4, inner.Length), .. inner];
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
