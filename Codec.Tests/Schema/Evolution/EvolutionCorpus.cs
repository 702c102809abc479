namespace Codec.Tests.Schema.Evolution;

/// <summary>
/// Pairs of schemas. A pair starts with the line <c>//==== NAME</c>. eng/flatc/evolution-corpus.mjs describes the format.
/// </summary>
internal static partial class EvolutionCorpus
{
    public const string OldPath = "old.fbs";
    public const string NewPath = "new.fbs";

    private static readonly string Folder = Repository.PathOf("Codec.Tests", "Schema", "Evolution", "Corpus");

    public static IReadOnlyList<EvolutionPair> Pairs { get; } = [.. Directory.GetFiles(Folder, "*.fbs").Order().SelectMany(Read)];

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
            string[] notes = [.. match.Groups["notes"].Value.Split('\n').Where(line => line.Length > 0).Select(line => line["//! ".Length..])];
            yield return new EvolutionPair(
                name,
                Compile(OldPath, match.Groups["old"].Value),
                Compile(NewPath, match.Groups["new"].Value),
                [.. notes.Where(note => !IsAboutFlatc(note)).Order()],
                notes.SingleOrDefault(IsAboutFlatc));
        }
    }

    private static bool IsAboutFlatc(string note) => note.StartsWith("flatc ", System.StringComparison.Ordinal);

    [GeneratedRegex(@"^//==== (?<name>.+)\n(?<old>[^\0]*?)^//---- becomes\n(?<new>(^(?!//[=!]).*\n)*)(?<notes>(^//! .*\n)*)", RegexOptions.Multiline)]
    private static partial Regex Section();
}
