namespace Codec.Tests.Json;

/// <summary>Tests random values of every table of the coverage schemas as JSON, read by flatc, and flatc's JSON for them.</summary>
internal sealed partial class JsonOracleTests
{
    private const int ValuesPerTable = 6;

    private static readonly string[][] Schemas =
    [
        ["schemas", "coverage", "coverage.fbs"], ["schemas", "coverage", "keywords.fbs"], ["schemas", "game.fbs"], ["schemas", "bench", "monster.fbs"],
        ["Codec.Tests", "Json", "dialect.fbs"], ["Codec.Tests", "GeneratedCode", "Schemas", "everything.fbs"], ["Codec.Tests", "GeneratedCode", "Schemas", "modern.fbs"],
    ];

    private static IEnumerable<TestCaseData> Tables => Schemas.SelectMany(path => JsonSchema.OfFile(path).Model.Tables
        .Select(table => new TestCaseData(path, table.FullName).SetArgDisplayNames(table.FullName)));

    [TestCaseSource(nameof(Tables))]
    public void Flatc_reads_the_json_of_Codec_and_Codec_reads_the_json_of_flatc(string[] path, string table)
    {
        JsonSchema schema = JsonSchema.OfFile(path);
        Random random = new(RandomCases.Seed());
        // The values are read from payloads, because a payload cannot represent null in a field with a default string.
        object[] values = [.. Enumerable.Range(0, ValuesPerTable).Select(_ => schema.FromPayload(table, JsonSchema.Payload(schema.Fill(table, random))))];
        string[] ours = [.. values.Select(value => schema.ToJson(value))];
        FlatcJson[] answers = FlatcJson.Of(schema, table, ours.Select(Encoding.UTF8.GetBytes), values.Select(JsonSchema.Payload));
        (FlatcJson[] read, FlatcJson[] printed) = (answers[..ValuesPerTable], answers[ValuesPerTable..]);
        for (int i = 0; i < values.Length; i++)
        {
            Assert.That(schema.FromJson(table, ours[i]), Is.EqualTo(values[i]), ours[i]);
            Assert.That(read[i].Error, Is.Null, ours[i]);
            // The objects are not compared, because flatc uses another layout for nested payloads.
            Assert.That(schema.Payloads[table].ToJson(read[i].Payload!), Is.EqualTo(ours[i]));
            Assert.That(schema.FromJson(table, Quoted(read[i].Json!)), Is.EqualTo(values[i]), read[i].Json);
            Assert.That(schema.FromJson(table, Quoted(printed[i].Json!)), Is.EqualTo(values[i]), printed[i].Json);
            Assert.That(IsSame(ours[i], Quoted(read[i].Json!)), Is.True, $"{ours[i]}\n{read[i].Json}");
        }
    }

    // flatc writes infinities and NaN without quotes, which is not valid JSON.
    private static string Quoted(string json) => BareNumber().Replace(json, "$1\"$2\"");

    private static bool IsSame(string ours, string theirs)
    {
        using JsonDocument left = JsonDocument.Parse(ours);
        using JsonDocument right = JsonDocument.Parse(theirs);
        return JsonElement.DeepEquals(left.RootElement, right.RootElement);
    }

    [GeneratedRegex(@"([:\[,]\s*)(nan|-?inf)(?=\s*[,}\]\n])")]
    private static partial Regex BareNumber();
}
