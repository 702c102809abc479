using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text;
using System.Text.Json;
using System.Text.RegularExpressions;
using Codec.Schema;

namespace Codec.Tests.Schema;

/// <summary>
/// Small schemas, valid and invalid, and the results of flatc for them. A file contains one schema, or, if it starts with a line
/// <c>//==== NAME</c>, a schema after each such line. eng/flatc/schema-corpus.mjs describes the format and writes expected.json.
/// </summary>
internal static partial class SchemaCorpus
{
    private static readonly string Folder = Repository.PathOf("Codec.Tests", "Schema", "Corpus");

    private static readonly IReadOnlyDictionary<string, SchemaSource> Sources = new[] { "", "bytes" }
        .SelectMany(folder => Directory.GetFiles(Path.Combine(Folder, folder), "*.fbs").Order()).SelectMany(Read).ToDictionary();

    /// <summary>Gets the name of each schema. It consists of the file and of the section, if the file has sections.</summary>
    public static IEnumerable<string> Names => Sources.Keys;

    /// <summary>Gets the facts about each schema. They are <see langword="null"/> if flatc rejects the schema.</summary>
    public static IReadOnlyDictionary<string, IReadOnlyList<string>?> Expected { get; } = ReadExpected();

    public static SchemaResult Compile(string name) => SchemaCompiler.Compile([Sources[name]], SchemaText.Read);

    public static string TextOf(string name) => Sources[name].Text;

    private static IEnumerable<KeyValuePair<string, SchemaSource>> Read(string path)
    {
        string name = Path.ChangeExtension(Path.GetRelativePath(Folder, path), null).Replace(Path.DirectorySeparatorChar, '/');
        byte[] bytes = File.ReadAllBytes(path);

        // Latin-1 preserves every byte.
        string[] sections = Marker().Split(Encoding.Latin1.GetString(bytes));
        if (sections[0].Length > 0)
        {
            return [new(name, SchemaSource.Decode(path, bytes))];
        }

        // Sections resolve their includes like a file in the folder of the corpus.
        string section = Path.Combine(Folder, "section.fbs");
        return sections.Skip(1).Chunk(2).Select(pair =>
            KeyValuePair.Create($"{name}/{pair[0]}", SchemaSource.Decode(section, Encoding.Latin1.GetBytes(pair[1]))));
    }

    private static Dictionary<string, IReadOnlyList<string>?> ReadExpected()
    {
        using JsonDocument document = JsonDocument.Parse(File.ReadAllBytes(Path.Combine(Folder, "expected.json")));
        return document.RootElement.GetProperty("schemas").EnumerateObject().ToDictionary(
            schema => schema.Name,
            schema => schema.Value.ValueKind == JsonValueKind.Null
                ? null
                : (IReadOnlyList<string>?)[.. schema.Value.EnumerateArray().Select(fact => fact.GetString()!)]);
    }

    [GeneratedRegex("^//==== (.+)\n", RegexOptions.Multiline)]
    private static partial Regex Marker();
}
