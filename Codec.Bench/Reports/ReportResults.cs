using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace Codec.Bench.Reports;

/// <summary>The saved results: one JSON file per section, so that a section can be measured without the others.</summary>
public static class ReportResults
{
    /// <summary>
    /// The folder of the files, below the root of the checkout. The files are committed, so that the pages can be written without measuring.
    /// </summary>
    public const string Folder = "docs/benchmarks/results";

    private static readonly JsonSerializerOptions Options = new()
    {
        PropertyNamingPolicy = JsonNamingPolicy.CamelCase,
        RespectRequiredConstructorParameters = true,
        DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
    };

    /// <summary>Returns the result as JSON: one line per table, so that a change of one table changes one line.</summary>
    public static string ToJson(ReportResult result)
    {
        ArgumentNullException.ThrowIfNull(result);
        StringBuilder text = new();
        text.Append("{\"section\":").Append(Json(result.Section)).Append(",\n\"provenance\":").Append(Json(result.Provenance)).Append(",\n\"tables\":[\n");
        text.AppendJoin(",\n", result.Tables.Select(Json));
        text.Append("\n],\n");
        if (result.Curves is { } curves)
        {
            text.Append("\"curves\":[\n").AppendJoin(",\n", curves.Select(Json)).Append("\n],\n");
        }

        return text.Append("\"missing\":").Append(Json(result.Missing)).Append("}\n").ToString();
    }

    /// <summary>Reads the output of <see cref="ToJson"/>.</summary>
    /// <exception cref="InvalidDataException">The text is not a saved result.</exception>
    public static ReportResult FromJson(string text, string file) => SavedJson.Read<ReportResult>(text, file, "is not a saved result of the report", Options);

    /// <summary>Returns the saved results by section.</summary>
    /// <exception cref="InvalidDataException">A file is not a saved result, or two files have the same section.</exception>
    internal static Dictionary<string, ReportResult> Load(string root)
    {
        Dictionary<string, ReportResult> results = [];
        string folder = Path.Combine(root, Folder);
        string[] files = Directory.Exists(folder) ? Directory.GetFiles(folder, "*.json") : [];
        foreach (string file in files.Order(StringComparer.Ordinal))
        {
            ReportResult result = FromJson(File.ReadAllText(file), file);
            if (!results.TryAdd(result.Section, result))
            {
                throw new InvalidDataException($"{file} has the section '{result.Section}', which another file in its folder also has.");
            }
        }

        return results;
    }

    /// <summary>
    /// Returns a description of the first table that has figures of fewer ways than the saved one, or of the first curve that has fewer points.
    /// Returns <see langword="null"/> if there is none. Only tables, ways and curves of the plan count.
    /// </summary>
    internal static string? FirstLoss(ReportTopic topic, ReportResult saved, ReportResult measured)
    {
        foreach (ReportSource source in topic.Sources)
        {
            int before = Count(saved, source);
            int now = Count(measured, source);
            if (now < before)
            {
                return string.Create(CultureInfo.InvariantCulture, $"'{source.FullTitle}' has figures of {now} ways, and of {before} in the saved results");
            }
        }

        foreach (ReportCurve curve in topic.Groups.SelectMany(group => group.Curves))
        {
            int before = Points(saved, curve);
            int now = Points(measured, curve);
            if (now < before)
            {
                return string.Create(CultureInfo.InvariantCulture, $"'{curve.Title}' has {now} points, and {before} in the saved results");
            }
        }

        return null;

        static int Points(ReportResult result, ReportCurve curve) =>
            result.Curves?.FirstOrDefault(one => one.Id == curve.Id)?.Series.Sum(series => series.Points.Count) ?? 0;

        static int Count(ReportResult result, ReportSource source) =>
            result.Tables.FirstOrDefault(table => table.Id == source.Id)?.Rows.Count(row => source.Plans(row.Name)) ?? 0;
    }

    /// <summary>Saves the result of one section.</summary>
    internal static void Save(string root, ReportResult result)
    {
        string folder = Path.Combine(root, Folder);
        Directory.CreateDirectory(folder);
        File.WriteAllText(Path.Combine(folder, result.Section + ".json"), ToJson(result));
    }

    private static string Json<T>(T value) => JsonSerializer.Serialize(value, Options);
}
