namespace Codec.Tests.Cli.Reading;

/// <summary>Tests that the annotation of a payload contains each of its bytes once.</summary>
internal sealed partial class ByteAnnotatorTests
{
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

    [GeneratedRegex(@"^  \+0x([0-9A-F]+) \| ((?:[0-9A-F]{2} ?)+)", RegexOptions.Multiline)]
    private static partial Regex Line();
}
