using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization;
using Codec.Bench.Reports;

namespace Codec.Bench.Budgets;

/// <summary>The figures of one run of the budgets, as <c>--save</c> stores them.</summary>
/// <param name="Commit">The commit that was measured.</param>
/// <param name="Machine">The processor, the cores and the system.</param>
/// <param name="Date">The date, as <c>2026-11-22</c>.</param>
/// <param name="Figures">The figures, in the order of the budgets.</param>
/// <param name="Runtime">The name and the version of the runtime; an earlier version did not save it.</param>
public sealed record BudgetRun(string Commit, string Machine, string Date, IReadOnlyList<BudgetRunFigure> Figures, string Runtime = "an unknown runtime")
{
    private const string Complaint = "has no saved budgets";

    private static readonly JsonSerializerOptions Options = new()
    {
        WriteIndented = true,
        RespectRequiredConstructorParameters = true,
        PropertyNamingPolicy = JsonNamingPolicy.CamelCase,
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
        Converters = { new JsonStringEnumConverter(allowIntegerValues: false) },
    };

    /// <summary>Creates the run from verdicts.</summary>
    public static BudgetRun Of(string commit, string machine, string runtime, string date, IReadOnlyList<BudgetVerdict> verdicts) =>
        new(commit, machine, date, [.. verdicts.Select(BudgetRunFigure.Of)], runtime);

    /// <summary>Returns the run as JSON.</summary>
    public string ToJson() => JsonSerializer.Serialize(this, Options);

    /// <summary>Reads the output of <see cref="ToJson"/>.</summary>
    /// <exception cref="InvalidDataException">The text is not a saved run.</exception>
    public static BudgetRun FromJson(string text, string file)
    {
        BudgetRun run = SavedJson.Read<BudgetRun>(text, file, Complaint, Options);
        return run.Figures.FirstOrDefault(figure => !figure.IsValid) is { } invalid
            ? throw new InvalidDataException($"{file} {Complaint}: the figures of {invalid.Name} are not valid.")
            : run;
    }
}
