using Google.FlatBuffers;

namespace Codec.Tests.Cli;

/// <summary>Tests valid payloads that refer to the same bytes many times: their text is bounded, and so is the time to search them.</summary>
internal sealed class HostilePayloadTests : ToolFixture
{
    private const int References = 8_000;

    [Test]
    public void A_line_without_a_limit_is_bounded_if_thousands_of_references_share_a_string()
    {
        string output = Run("inspect", "texts:[string];", SharedText(new string('\u0001', 32_000)), "--width", "0").Successful();
        Assert.That(output, Does.Contain("texts=[\"\\u0001").And.EndWith(", …]\n").And.Length.LessThan(26_000_000));
    }

    [Test]
    public void The_explanation_of_bytes_is_bounded_if_thousands_of_strings_overlap()
    {
        byte[] payload = OverlappingTexts(8192);
        string output = Run("inspect", "texts:[string];", payload, "--bytes").Successful();
        Assert.That(output, Does.Contain("| string literal").And.EndWith("The payload refers to its own bytes too often; not all of it is explained.\n\n"));
        Assert.That(output, Has.Length.LessThan(80 * payload.Length));
    }

    [TestCase("numbers:[Part]; } table Part { N }")]
    [TestCase("numbers:[Record]; } struct Record { a_name_that_is_much_longer_than_its_value_and_than_the_names_in_the_schemas_of_real_games:ubyte;")]
    public void A_payload_whose_JSON_would_be_too_long_is_shown_as_bytes(string fields)
    {
        const int Numbers = 100;
        bool isTable = fields.Contains("N }", StringComparison.Ordinal);
        string schema = fields.Replace("N }", string.Concat(Enumerable.Range(0, Numbers).Select(i => $"n{i}:int;")), StringComparison.Ordinal);
        byte[] payload = isTable ? SharedTable(Numbers) : Records(60_000);
        string output = Run("decode", schema, payload).Successful();
        Assert.That(output, Does.Contain($"\"bytes\":\"{Convert.ToBase64String(payload)}\"").And.Not.Contain("\"payload\""));
    }

    [TestCase(100, true)]
    [TestCase(References, false)]
    public void Where_searches_a_bounded_number_of_bytes(int references, bool isFound)
    {
        byte[] payload = SharedText(new string('x', 32_000), references, "needle");
        Assert.That(Run("decode", "texts:[string];", payload, "--where", "texts ~ \"needle\"").Output.Length > 0, Is.EqualTo(isFound));
        Assert.That(Run("decode", "texts:[string];", payload, "--where", "texts ~ \"x\"").Output, Is.Not.Empty);
    }

    private (int Exit, string Output, string Error) Run(string command, string fields, byte[] payload, params string[] options) =>
        CodecTool.RunHere([command, Files.Put("payload", payload), "--schema", Files.Put("t.fbs", System.Text.Encoding.UTF8.GetBytes($"table T {{ {fields} }}")), "--type", "T", .. options]);

    // A vector of references to one string, and then to others.
    private static byte[] SharedText(string text, int references = References, params string[] others)
    {
        FlatBufferBuilder builder = new(64);
        int[] ends = [.. others.Reverse().Select(other => builder.CreateString(other).Value)];
        StringOffset shared = builder.CreateString(text);
        return Finish(builder, [.. ends, .. Enumerable.Repeat(shared.Value, references)]);
    }

    // A vector of references to one table.
    private static byte[] SharedTable(int fields)
    {
        FlatBufferBuilder builder = new(64);
        builder.StartTable(fields);
        for (int i = 0; i < fields; i++)
        {
            builder.AddInt(i, 1_000_000_000, 0);
        }

        return Finish(builder, [.. Enumerable.Repeat(builder.EndTable(), References)]);
    }

    // Writes a vector from its last element to its first.
    private static byte[] Finish(FlatBufferBuilder builder, int[] elements)
    {
        builder.StartVector(4, elements.Length, 4);
        foreach (int element in elements)
        {
            builder.AddOffset(element);
        }

        return Finish(builder, builder.EndVector());
    }

    private static byte[] Finish(FlatBufferBuilder builder, VectorOffset vector)
    {
        builder.StartTable(1);
        builder.AddOffset(0, vector.Value, 0);
        builder.Finish(builder.EndTable());
        return builder.SizedByteArray();
    }

    internal static byte[] Records(int count)
    {
        FlatBufferBuilder builder = new(64);
        builder.StartVector(1, count, 1);
        for (int i = 0; i < count; i++)
        {
            builder.AddByte(7);
        }

        return Finish(builder, builder.EndVector());
    }

    // A vector of references to strings that start in each other, because each 4 bytes are the length of a string.
    private static byte[] OverlappingTexts(int length)
    {
        byte[] start = [12, 0, 0, 0, 6, 0, 8, 0, 4, 0, 0, 0, 8, 0, 0, 0, 4, 0, 0, 0];
        int[] words = [References, .. Enumerable.Repeat(4 * References, References), .. Enumerable.Repeat(length, References + (length / 4) + 2)];
        byte[] payload = [.. start, .. new byte[4 * words.Length]];
        for (int i = 0; i < words.Length; i++)
        {
            BinaryPrimitives.WriteInt32LittleEndian(payload.AsSpan(start.Length + (4 * i)), words[i]);
        }

        return payload;
    }
}
