namespace Codec.Tests.Schema;

/// <summary>
/// Small schemas, valid and invalid. A file contains one schema, or, if it starts with a line <c>//==== NAME</c>, a schema after each such line.
/// <c>//==== rejected: NAME</c>, or the folder "rejected", marks a schema that flatc rejects.
/// </summary>
internal static partial class SchemaCorpus
{
    private static readonly string Folder = Repository.PathOf("Codec.Tests", "Schema", "Corpus");

    private static readonly Dictionary<string, (SchemaSource Source, bool IsRejected)> Schemas = new[] { "", "bytes", "bytes/rejected" }
        .SelectMany(folder => Directory.GetFiles(Path.Combine(Folder, folder), "*.fbs").Order()).SelectMany(Read)
        .ToDictionary(schema => schema.Name, schema => (schema.Source, schema.IsRejected));

    /// <summary>Gets the name of each schema. It consists of the file and of the section, if the file has sections.</summary>
    public static IEnumerable<string> Names => Schemas.Keys;

    /// <summary>Gets the names of the schemas that flatc accepts.</summary>
    public static IEnumerable<string> Accepted => Names.Where(name => !Schemas[name].IsRejected);

    /// <summary>Gets the names of the schemas that flatc rejects.</summary>
    public static IEnumerable<string> Rejected => Names.Where(name => Schemas[name].IsRejected);

    public static SchemaResult Compile(string name) => SchemaCompiler.Compile([Schemas[name].Source], SchemaText.Read);

    public static string TextOf(string name) => Schemas[name].Source.Text;

    private static IEnumerable<(string Name, SchemaSource Source, bool IsRejected)> Read(string path)
    {
        string name = Path.ChangeExtension(Path.GetRelativePath(Folder, path), null).Replace(Path.DirectorySeparatorChar, '/');
        byte[] bytes = File.ReadAllBytes(path);

        // Latin-1 preserves every byte.
        string[] sections = Marker().Split(Encoding.Latin1.GetString(bytes));
        if (sections[0].Length > 0)
        {
            return [(name, SchemaSource.Decode(path, bytes), name.StartsWith("bytes/rejected/", StringComparison.Ordinal))];
        }

        // Sections resolve their includes like a file in the folder of the corpus.
        string section = Path.Combine(Folder, "section.fbs");
        return sections.Skip(1).Chunk(3).Select(parts =>
            ($"{name}/{parts[1]}", SchemaSource.Decode(section, Encoding.Latin1.GetBytes(parts[2])), parts[0].Length > 0));
    }

    [GeneratedRegex("^//==== (rejected: |)(.+)\n", RegexOptions.Multiline)]
    private static partial Regex Marker();
}
