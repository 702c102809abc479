using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text.Json;
using System.Text.RegularExpressions;
using Codec.Schema;
using Codec.Schema.Model;

namespace Codec.Tests.Schema.Evolution;

/// <summary>
/// Pairs of schemas. A pair starts with the line <c>//==== NAME</c>. eng/flatc/evolution-corpus.mjs describes the format and writes conform.json.
/// </summary>
internal static partial class EvolutionCorpus
{
    public const string OldPath = "old.fbs";
    public const string NewPath = "new.fbs";

    private static readonly string Folder = Repository.PathOf("Codec.Tests", "Schema", "Evolution", "Corpus");

    private static readonly Dictionary<string, string?> Conform = ReadConform();

    public static IReadOnlyList<EvolutionPair> Pairs { get; } = [.. Directory.GetFiles(Folder, "*.fbs").Order().SelectMany(Read)];

    /// <summary>Gets the names of the pairs for which conform.json has a result of flatc.</summary>
    public static IEnumerable<string> Recorded => Conform.Keys;

    public static SchemaModel Compile(string path, string text)
    {
        SchemaResult result = SchemaCompiler.Compile([new SchemaSource(path, text)], SchemaText.Read, [Repository.PathOf("schemas")]);
        return result.Model ?? throw new InvalidDataException(text + SchemaText.Messages(result));
    }

    private static IEnumerable<EvolutionPair> Read(string path)
    {
        foreach (Match match in Section().Matches(File.ReadAllText(path)))
        {
            string name = $"{Path.GetFileNameWithoutExtension(path)}/{match.Groups["name"].Value}";
            string[] notes = [.. match.Groups["notes"].Value.Split('\n').Where(line => line.Length > 0).Select(line => line["// ".Length..])];
            yield return new EvolutionPair(
                name,
                Compile(OldPath, match.Groups["old"].Value),
                Compile(NewPath, match.Groups["new"].Value),
                [.. notes.Where(note => !IsAboutFlatc(note)).Order()],
                notes.SingleOrDefault(IsAboutFlatc),
                Conform.GetValueOrDefault(name));
        }
    }

    private static bool IsAboutFlatc(string note) => note.StartsWith("flatc ", System.StringComparison.Ordinal);

    private static Dictionary<string, string?> ReadConform()
    {
        using JsonDocument document = JsonDocument.Parse(File.ReadAllBytes(Path.Combine(Folder, "conform.json")));
        return document.RootElement.GetProperty("pairs").EnumerateObject().ToDictionary(pair => pair.Name, pair => pair.Value.GetString());
    }

    [GeneratedRegex(@"^//==== (?<name>.+)\n(?<old>[^\0]*?)^//---- becomes\n(?<new>[^\0]*?)^//---- breaks\n(?<notes>(^// .*\n)*)", RegexOptions.Multiline)]
    private static partial Regex Section();
}
