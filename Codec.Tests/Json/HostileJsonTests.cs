using System;
using System.Collections.Generic;
using System.Linq;
using System.Text;
using System.Text.Json;
using Codec.Json;
using Codec.Tests.Doubles;
using NUnit.Framework;

namespace Codec.Tests.Json;

/// <summary>Tests hostile text: it causes a JsonException, or results in an object whose JSON is read back as an equal object.</summary>
[TestFixture]
internal sealed class HostileJsonTests
{
    private const string Root = "Codec.Tests.Dialect.Root";
    private const int Mutants = 4000;

    private static readonly byte[][] Pieces =
    [
        .. new[] { "{", "}", "[", "]", ",", ":", "\"", "\\", "null", "true", "1e999", "-0", "\"\\ud800\"", "\"NONE\"", "[[", "{}", "99999999999999999999", "\"any_type\":", "\"any\":", "\"anys_type\":[\"Leaf\"]," }
            .Select(Encoding.UTF8.GetBytes),
        [0xFF], [0], [0xEF, 0xBB, 0xBF],
    ];

    private static JsonSchema Schema => JsonSchema.OfFile("Codec.Tests", "Json", "dialect.fbs");

    [Test]
    public void Mutants_are_rejected_or_round_trip([Values(1, null)] int? fixedSeed)
    {
        Random random = new(RandomCases.Seed(fixedSeed));
        byte[][] originals = [.. Enumerable.Range(0, 16).Select(_ => Encoding.UTF8.GetBytes(((IJsonObject)Schema.Fill(Root, random)).ToJson()))];
        int accepted = 0;
        for (int i = 0; i < Mutants; i++)
        {
            byte[] mutant = Mutate(originals[random.Next(originals.Length)], random);
            if (Read(mutant) is not object value)
            {
                continue;
            }

            accepted++;
            Assert.That(Schema.FromJson(Root, ((IJsonObject)value).ToJson()), Is.EqualTo(value), Encoding.UTF8.GetString(mutant));
        }

        Assert.That(accepted, Is.GreaterThan(0));
    }

    [Test]
    public void Every_truncation_is_rejected()
    {
        byte[] json = Encoding.UTF8.GetBytes(((IJsonObject)Schema.Fill(Root, new Random(5))).ToJson());
        Assert.That(Enumerable.Range(0, json.Length).Where(length => Read(json[..length]) is not null), Is.Empty);
        Assert.That(Read(json), Is.Not.Null);
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
    public void Unions_before_their_types_are_scanned_once_more_for_each_level()
    {
        JsonSchema schema = JsonSchema.OfText($$"""
            union U { T }
            table T { {{string.Concat(Enumerable.Range(0, 70).Select(i => $"u{i}:U; "))}} data:[ubyte]; }
            """);
        string inner = $$"""{"data":[{{string.Join(',', Enumerable.Repeat("1", 10_000))}}]}""";
        string values = string.Concat(Enumerable.Range(1, 69).Select(i => $$""","u{{i}}":{}"""));
        string types = string.Concat(Enumerable.Range(0, 70).Select(i => $$""","u{{i}}_type":"T" """));
        const int Levels = 8;
        string json = string.Concat(Enumerable.Repeat("""{"u0":""", Levels)) + inner + string.Concat(Enumerable.Repeat(values + types + "}", Levels));

        const int SegmentSize = 100;
        byte[] text = Encoding.UTF8.GetBytes(json);
        int visited = 0;
        ReadOnlyMemory<byte>[] segments =
        [
            .. Enumerable.Range(0, (text.Length + SegmentSize - 1) / SegmentSize)
                .Select(i => (ReadOnlyMemory<byte>)new HookedMemory([.. text.Skip(SegmentSize * i).Take(SegmentSize)], () => visited++).Memory),
        ];
        Utf8JsonReader reader = new(TestSegment.Join(segments));
        visited = 0;
        IJsonObject value = PayloadJson.Read((IJsonObject)Activator.CreateInstance(schema.Type("T"))!, ref reader);

        Assert.That(visited, Is.LessThan(segments.Length * (Levels + 2)));
        Assert.That(value, Is.EqualTo(schema.FromJson("T", value.ToJson())));
    }

    [Test]
    public void A_number_with_100_000_digits_is_read_as_infinity() =>
        Assert.That(((IJsonObject)Schema.FromJson(Root, "{\"f64\":" + new string('9', 100_000) + "}")).ToJson(), Is.EqualTo("""{"f64":"inf"}"""));

    [Test]
    public void The_order_of_json_fields_does_not_affect_the_result([Values(1, 57305369, null)] int? fixedSeed)
    {
        Random random = new(RandomCases.Seed(fixedSeed));
        object value = Schema.Fill(Root, random);
        using JsonDocument document = JsonDocument.Parse(((IJsonObject)value).ToJson());
        string[] fields = [.. document.RootElement.EnumerateObject().Select(field => $"\"{field.Name}\":{field.Value.GetRawText()}")];
        random.Shuffle(fields);
        string shuffled = "{" + string.Join(",", fields) + "}";
        Assert.That(((IJsonObject)Schema.FromJson(Root, shuffled)).ToJson(), Is.EqualTo(((IJsonObject)value).ToJson()), shuffled);
    }

    private static object? Read(byte[] json)
    {
        try
        {
            return Schema.FromJson(Root, json);
        }
        catch (JsonException)
        {
            return null;
        }
    }

    internal static byte[] Mutate(byte[] original, Random random)
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
