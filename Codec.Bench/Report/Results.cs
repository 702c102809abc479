using System.Text.Encodings.Web;
using System.Text.Json.Serialization;

namespace Codec.Bench.Report;

/// <summary>The saved figures of a page: <c>docs/benchmarks/results/PAGE.json</c>, a line for each question.</summary>
public sealed record Results(string Page, string Commit, string Machine, string Date, IReadOnlyList<string> Runtimes, int Processes,
    IReadOnlyList<Answer> Answers)
{
    private const int Digits = 4;

    private static readonly JsonSerializerOptions Options = new()
    {
        PropertyNamingPolicy = JsonNamingPolicy.CamelCase,
        DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingDefault,
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
        Converters = { new FourDigits() },
    };

    public Answer? Find(Question question) => Answers.Where(answer => answer.Id == question.Id)
        .Select(answer => answer with { Rows = [.. answer.Rows.Where(row => question.Ways.Any(way => way.Name == row.Name))] })
        .FirstOrDefault(answer => answer.Rows.Count > 0);

    public string ToJson() =>
        JsonSerializer.Serialize(this with { Answers = [] }, Options).Replace("\"answers\":[]}", "\"answers\":[\n", StringComparison.Ordinal)
            + string.Join(",\n", Answers.Select(answer => JsonSerializer.Serialize(answer, Options))) + "\n]}\n";

    public static Results FromJson(string text, string file)
    {
        try
        {
            return JsonSerializer.Deserialize<Results>(text, Options)!;
        }
        catch (JsonException damage)
        {
            throw new InvalidDataException($"{file} has no results: {damage.Message}", damage);
        }
    }

    private sealed class FourDigits : JsonConverter<double>
    {
        public override double Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => reader.GetDouble();

        public override void Write(Utf8JsonWriter writer, double value, JsonSerializerOptions options) =>
            writer.WriteNumberValue(value == 0 ? 0 : decimal
                .Round((decimal)value, Math.Clamp(Digits - 1 - (int)Math.Floor(Math.Log10(Math.Abs(value))), 0, 8)));
    }
}
