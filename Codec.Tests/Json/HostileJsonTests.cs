namespace Codec.Tests.Json;

/// <summary>Tests hostile text: it is rejected, or results in a payload whose JSON is read back as the same payload.</summary>
internal sealed class HostileJsonTests
{
    private const string Root = "Codec.Tests.Dialect.Root";
    private const int Mutants = 2000;

    private static readonly byte[][] Pieces =
    [
        .. new[] { "{", "}", "[", "]", ",", ":", "\"", "\\", "null", "true", "1e999", "-0", "\"\\ud800\"", "\"NONE\"", "[[", "{}", "99999999999999999999", "\"any_type\":", "\"any\":", "\"anys_type\":[\"Leaf\"]," }
            .Select(Encoding.UTF8.GetBytes),
        [0xFF], [0], [0xEF, 0xBB, 0xBF],
    ];

    private static JsonSchema Schema => JsonSchema.OfFile("Codec.Tests", "Json", "dialect.fbs");

    private static PayloadMessage Message => Schema.Payloads[Root];

    [Test]
    public void Mutants_are_rejected_or_round_trip()
    {
        Random random = new(RandomCases.Seed());
        byte[][] originals = [.. Enumerable.Range(0, 16).Select(_ => Encoding.UTF8.GetBytes(Schema.ToJson(Schema.Fill(Root, random))))];
        int accepted = 0;
        for (int i = 0; i < Mutants; i++)
        {
            byte[] mutant = Mutate(originals[random.Next(originals.Length)], random);
            // A nested payload may be an array of any bytes.
            if (Read(mutant) is byte[] payload && Message.Verify(payload))
            {
                accepted++;
                string json = Message.ToJson(payload);
                Assert.That(Message.ToJson(Message.FromJson(json)), Is.EqualTo(json), Encoding.UTF8.GetString(mutant));
            }
        }

        Assert.That(accepted, Is.GreaterThan(0));
    }

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

    private static byte[] Mutate(byte[] original, Random random)
    {
        List<byte> bytes = [.. original];
        for (int i = random.Next(1, 3); i > 0; i--)
        {
            int at = random.Next(bytes.Count);
            switch (random.Next(4))
            {
                case 0:
                    bytes[at] = (byte)random.Next(256);
                    break;
                case 1:
                    bytes.InsertRange(at, Pieces[random.Next(Pieces.Length)]);
                    break;
                case 2:
                    bytes.RemoveRange(at, Math.Min(random.Next(1, 20), bytes.Count - at));
                    break;
                default:
                    // Increments the next digit, if there is one.
                    int digit = bytes.FindIndex(at, value => value is >= (byte)'0' and <= (byte)'8');
                    if (digit >= 0)
                    {
                        bytes[digit]++;
                    }

                    break;
            }

            if (bytes.Count == 0)
            {
                break;
            }
        }

        return [.. bytes];
    }
}
