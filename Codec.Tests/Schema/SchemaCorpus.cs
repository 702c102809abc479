using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text.Json;
using Codec.Schema;

namespace Codec.Tests.Schema;

/// <summary>Small schemas, right and wrong, and what flatc says of them: tools/flatc/schema-corpus.mjs wrote expected.json.</summary>
internal static class SchemaCorpus
{
    private static readonly string Folder = Repository.PathOf("Codec.Tests", "Schema", "Corpus");

    public static IReadOnlyList<string> Names { get; } = [.. Directory.GetFiles(Folder, "*.fbs").Select(path => Path.GetFileName(path)).Order()];

    /// <summary>The facts by schema; null where flatc refuses it.</summary>
    public static IReadOnlyDictionary<string, IReadOnlyList<string>?> Expected { get; } = ReadExpected();

    public static SchemaResult Compile(string name) => SchemaCompiler.Compile([SchemaText.Read(Path.Combine(Folder, name))!], SchemaText.Read);

    public static string TextOf(string name) => SchemaText.Read(Path.Combine(Folder, name))!.Text;

    private static Dictionary<string, IReadOnlyList<string>?> ReadExpected()
    {
        using JsonDocument document = JsonDocument.Parse(File.ReadAllBytes(Path.Combine(Folder, "expected.json")));
        return document.RootElement.GetProperty("schemas").EnumerateObject().ToDictionary(
            schema => schema.Name,
            schema => schema.Value.GetProperty("accepted").GetBoolean()
                ? (IReadOnlyList<string>?)[.. schema.Value.GetProperty("facts").EnumerateArray().Select(fact => fact.GetString()!)]
                : null);
    }
}
