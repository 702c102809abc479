using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text;
using System.Text.Json;
using System.Text.RegularExpressions;
using Codec.Schema;

namespace Codec.Tests.Schema;

/// <summary>
/// Small schemas, valid and invalid, and what flatc says of them. A file has a schema after each line <c>//==== NAME</c>, or is one schema if it
/// does not start with such a line. tools/flatc/schema-corpus.mjs writes expected.json, and says more.
/// </summary>
internal static partial class SchemaCorpus
{
    private static readonly string Folder = Repository.PathOf("Codec.Tests", "Schema", "Corpus");

    private static readonly IReadOnlyDictionary<string, SchemaSource> Sources = new[] { "", "bytes" }
        .SelectMany(folder => Directory.GetFiles(Path.Combine(Folder, folder), "*.fbs").Order()).SelectMany(Read).ToDictionary();

    /// <summary>The name of each schema: its file, and its section if the file has sections.</summary>
    public static IEnumerable<string> Names => Sources.Keys;

    /// <summary>The facts by schema; null if flatc refuses it.</summary>
    public static IReadOnlyDictionary<string, IReadOnlyList<string>?> Expected { get; } = ReadExpected();

    public static SchemaResult Compile(string name) => SchemaCompiler.Compile([Sources[name]], SchemaText.Read);

    public static string TextOf(string name) => Sources[name].Text;

    private static IEnumerable<KeyValuePair<string, SchemaSource>> Read(string path)
    {
        string name = Path.ChangeExtension(Path.GetRelativePath(Folder, path), null).Replace(Path.DirectorySeparatorChar, '/');
        byte[] bytes = File.ReadAllBytes(path);

        // As Latin-1, every byte stays what it is.
        string[] sections = Marker().Split(Encoding.Latin1.GetString(bytes));
        if (sections[0].Length > 0)
        {
            return [new(name, SchemaSource.Decode(path, bytes))];
        }

        // A section includes what a file in the folder of the corpus includes.
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
