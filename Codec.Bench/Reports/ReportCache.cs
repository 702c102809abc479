using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Text.Json;
using Codec.Bench.Measuring;

namespace Codec.Bench.Reports;

/// <summary>The cache of measurements: a file for each unit, below artifacts/report in a folder for the commit, the machine and the runtime.</summary>
internal sealed class ReportCache
{
    private readonly string _folder;
    private readonly Dictionary<string, List<List<RowSample>>> _written = [];

    internal ReportCache(string root, string commit, string machine, string runtime, ReportEffort effort, bool hasPeers)
    {
        string name = string.Concat($"{commit}-{machine}-{runtime}{(effort == ReportEffort.Full ? "" : "-" + effort.Name)}{(hasPeers ? "-peers" : "")}".Select(letter => char.IsAsciiLetterOrDigit(letter) || letter == '-' ? letter : '_'));
        _folder = Path.Combine(root, "artifacts", "report", name);
        Directory.CreateDirectory(_folder);
    }

    internal string Folder => _folder;

    /// <summary>
    /// Returns the measurement, or <see langword="null"/> if it must be made, because the file is missing or damaged, or because a part of it did not
    /// settle. A measurement of this run is always returned, so that other tables reuse it.
    /// </summary>
    internal List<List<RowSample>>? Read(string unit)
    {
        if (_written.TryGetValue(unit, out List<List<RowSample>>? written))
        {
            return written;
        }

        List<List<RowSample>>? processes = ReadJson<List<List<RowSample>>>(unit);
        return processes is not null && processes.TrueForAll(process => process.TrueForAll(sample => sample.Settling == Settling.Settled)) ? processes : null;
    }

    /// <summary>Returns a value, or <see langword="null"/> if the file is missing or damaged.</summary>
    internal T? ReadJson<T>(string name)
        where T : class
    {
        try
        {
            return ReadText(name) is { } text ? JsonSerializer.Deserialize<T>(text) : null;
        }
        catch (JsonException)
        {
            return null;
        }
    }

    internal void Write(string unit, List<List<RowSample>> processes)
    {
        WriteText(unit, JsonSerializer.Serialize(processes));
        _written[unit] = processes;
    }

    /// <summary>Returns the day on which a unit was measured, as <c>2026-11-22</c>.</summary>
    internal string DateOf(string unit) => File.GetLastWriteTimeUtc(FileOf(unit)).ToString("yyyy-MM-dd", CultureInfo.InvariantCulture);

    internal string? ReadText(string name) => File.Exists(FileOf(name)) ? File.ReadAllText(FileOf(name)) : null;

    /// <summary>Writes to another file first, so that an interrupted run leaves no incomplete file.</summary>
    internal void WriteText(string name, string text)
    {
        string temporary = FileOf(name) + ".new";
        File.WriteAllText(temporary, text);
        File.Move(temporary, FileOf(name), overwrite: true);
    }

    private string FileOf(string unit) => Path.Combine(_folder, string.Concat(unit.Select(letter => char.IsAsciiLetterOrDigit(letter) ? letter : '_')) + ".json");
}
