namespace Codec.Tests.Json;

/// <summary>Tests that hostile text is rejected.</summary>
internal sealed class HostileJsonTests
{
    private const string Root = "Codec.Tests.Dialect.Root";

    private static JsonSchema Schema => JsonSchema.OfFile("Codec.Tests", "Json", "dialect.fbs");

    private static PayloadMessage Message => Schema.Payloads[Root];

    [TestCase("""{"\ud800":1}""")]
    [TestCase("""{"i\udc00":1}""")]
    [TestCase("""{"any":{},"\ud800":1,"any_type":"Leaf"}""")]
    public void A_field_name_with_invalid_Unicode_is_rejected(string json) => Assert.That(
        () => Schema.FromJson(Root, json), Throws.TypeOf<JsonException>().With.Message.Contains("not valid Unicode"));

    private static IEnumerable<TestCaseData> Large()
    {
        yield return new TestCaseData(string.Concat(Enumerable.Repeat("[", 1_000_000))).SetArgDisplayNames("arrays");
        yield return new TestCaseData("{\"zzz\":" + string.Concat(Enumerable.Repeat("[", 1_000_000))).SetArgDisplayNames("unknown arrays");
        yield return new TestCaseData(string.Concat(Enumerable.Repeat("{\"child\":", 200_000))).SetArgDisplayNames("children");
        yield return new TestCaseData("{\"gone\":" + string.Concat(Enumerable.Repeat("{\"a\":", 200_000))).SetArgDisplayNames("deprecated objects");
        yield return new TestCaseData("{\"i64\":" + new string('9', 1_000_000) + "}").SetArgDisplayNames("integer");
        yield return new TestCaseData("{\"flags\":\"" + string.Concat(Enumerable.Repeat("R ", 500_000)) + "\"}").SetArgDisplayNames("flags");
        yield return new TestCaseData("{" + string.Concat(Enumerable.Repeat("\"flag\":true,", 100_000)) + "\"flag\":true}").SetArgDisplayNames("duplicates");
        yield return new TestCaseData("{" + string.Concat(Enumerable.Repeat("\"zzz\":1,", 100_000)) + "\"zzz\":true}").SetArgDisplayNames("unknown fields");
    }

    [TestCaseSource(nameof(Large))]
    [MaxTime(20_000)]
    public void Large_invalid_json_is_rejected_quickly(string json) => Assert.That(Read(Encoding.UTF8.GetBytes(json)), Is.Null);

    [Test]
    public void The_order_of_json_fields_does_not_affect_the_result([Values(1, 57305369, null)] int? fixedSeed)
    {
        Random random = new(RandomCases.Seed(fixedSeed));
        object value = Schema.Fill(Root, random);
        using JsonDocument document = JsonDocument.Parse(Schema.ToJson(value));
        string[] fields = [.. document.RootElement.EnumerateObject().Select(field => $"\"{field.Name}\":{field.Value.GetRawText()}")];
        random.Shuffle(fields);
        string shuffled = "{" + string.Join(",", fields) + "}";
        Assert.That(Schema.ToJson(Schema.FromJson(Root, shuffled)), Is.EqualTo(Schema.ToJson(value)), shuffled);
    }

    private static byte[]? Read(byte[] json)
    {
        ArrayBufferWriter<byte> payload = new();
        return Message.TryReadJson(json, payload, out _) ? payload.WrittenSpan.ToArray() : null;
    }
}
