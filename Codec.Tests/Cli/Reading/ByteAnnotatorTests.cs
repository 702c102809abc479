namespace Codec.Tests.Cli.Reading;

/// <summary>Compares the annotation of payloads with flatc's annotation of the golden packets.</summary>
internal sealed partial class ByteAnnotatorTests
{
    private static readonly Lazy<JsonElement> Annotations = new(() =>
    {
        using JsonDocument document = JsonDocument.Parse(FlatcTool.Run("annotate.mjs"));
        return document.RootElement.Clone();
    });

    private static IEnumerable<GameMessage> Messages => GameMessages.All;

    [TestCaseSource(nameof(Messages))]
    public void The_annotation_of_a_golden_packet_matches_that_of_flatc(GameMessage message)
    {
        byte[] payload = GoldenFiles.ReadBytes(message.Name + ".bin")[PacketHeader.ByteCount..];
        JsonSchema schema = JsonSchema.OfFile("schemas", message.Name == "test_packet" ? "test_packet.fbs" : "game.fbs");
        string text = new PayloadSchema(schema.Model).Find(message.PacketId)!.Explain(payload);
        string[] expected = [.. Regions(Annotations.Value.GetProperty(message.Name).GetString()!)];
        Assert.That(expected, Has.Length.GreaterThan(5));
        Assert.That(Regions(text), Is.EqualTo(expected));
        byte[] said = Convert.FromHexString(string.Concat(Line().Matches(text).Select(match => match.Groups[2].Value)).Replace(" ", "", StringComparison.Ordinal));
        Assert.That(said, Is.EqualTo(payload));
    }

    [Test]
    public void Every_byte_of_any_payload_is_explained([Values(1, null)] int? fixedSeed)
    {
        JsonSchema schema = JsonSchema.OfFile("schemas", "coverage", "coverage.fbs");
        PayloadSchema payloads = new(schema.Model);
        Random random = new(RandomCases.Seed(fixedSeed));
        foreach (string table in schema.Model.Tables.Select(table => table.FullName))
        {
            for (int i = 0; i < RandomCases.Count(60); i++)
            {
                byte[] payload = JsonSchema.Payload(schema.Fill(table, random));
                payload = i % 3 == 0 ? payload : PayloadMutator.Mutate(payload, random);
                string text = ByteAnnotator.Annotate(payload, payloads.Find(table)!);
                HashSet<int> said = [.. Line().Matches(text).SelectMany(match => Enumerable.Range(
                    Convert.ToInt32(match.Groups[1].Value, 16), match.Groups[2].Value.Split(' ', StringSplitOptions.RemoveEmptyEntries).Length))];
                Assert.That(said, Has.Count.EqualTo(payload.Length), text);
            }
        }
    }

    // Returns the lines without column widths, and without information that flatc omits or formats differently.
    private static IEnumerable<string> Regions(string text)
    {
        foreach (string line in text.Split('\n').Where(line => line.StartsWith("  +0x", StringComparison.Ordinal)))
        {
            string[] cells = [.. line.Split('|').Select(cell => cell.Trim())];
            string comment = EnumName().Replace(cells[^1], "$1");
            yield return comment == "padding" ? $"{cells[0]} {cells[1]} padding"
                : cells.Length < 5 || cells[2].Length == 0 ? $"{cells[0]} {cells[1]} {comment}"
                // flatc's annotation calls an int unsigned.
                : $"{cells[0]} {cells[1]} {cells[2].Replace("int32_t", "uint32_t", StringComparison.Ordinal).Replace("uuint", "uint", StringComparison.Ordinal)} {cells[3]} {comment}";
        }
    }

    [GeneratedRegex(@"^  \+0x([0-9A-F]+) \| ((?:[0-9A-F]{2} ?)+)", RegexOptions.Multiline)]
    private static partial Regex Line();

    [GeneratedRegex(@"(\(U?[A-Z][A-Za-z]+\)): .*$")]
    private static partial Regex EnumName();
}
