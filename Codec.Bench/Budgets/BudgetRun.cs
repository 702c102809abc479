using System.Collections.Generic;
using System.IO;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace Codec.Bench.Budgets;

/// <summary>The figures that <c>budgets --save</c> writes.</summary>
/// <param name="Commit">The commit of the code.</param>
/// <param name="Machine">The processor, the cores and the system.</param>
/// <param name="Date">The date, as <c>2026-11-22</c>.</param>
/// <param name="Figures">The figures.</param>
/// <param name="Runtime">The runtime.</param>
public sealed record BudgetRun(string Commit, string Machine, string Date, IReadOnlyList<BudgetRunFigure> Figures,
    string Runtime = "an unknown runtime")
{
    private static readonly JsonSerializerOptions Options = new()
    {
        WriteIndented = true,
        RespectNullableAnnotations = true,
        RespectRequiredConstructorParameters = true,
        PropertyNamingPolicy = JsonNamingPolicy.CamelCase,
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
        Converters = { new JsonStringEnumConverter(allowIntegerValues: false) },
    };

    /// <summary>Returns the run as JSON.</summary>
    public string ToJson() => JsonSerializer.Serialize(this, Options);

    /// <summary>Reads a run.</summary>
    /// <exception cref="InvalidDataException">The text is not a saved run.</exception>
    public static BudgetRun FromJson(string text, string file)
    {
        try
        {
            return JsonSerializer.Deserialize<BudgetRun>(text, Options)!;
        }
        catch (JsonException damage)
        {
            throw new InvalidDataException($"{file} has no saved budgets: {damage.Message}", damage);
        }
    }
}
