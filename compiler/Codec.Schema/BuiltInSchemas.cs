namespace Codec.Schema;

/// <summary>The schemas that are built into the compiler. An <c>include</c> refers to one of them if no file with its name is found.</summary>
public static class BuiltInSchemas
{
    private const string PacketsName = "packets.fbs";
    private static readonly Lazy<SchemaSource> PacketsSource = new(() => new SchemaSource(PacketsName, Read(PacketsName)));

    /// <summary>
    /// Gets <c>packets.fbs</c>, which declares the attributes of packets and of C#. Its path is its name. If the search finds a file with this
    /// name, the compiler uses that file instead.
    /// </summary>
    public static SchemaSource Packets => PacketsSource.Value;

    /// <summary>Returns the schema that an <c>include</c> names if the search finds no file.</summary>
    /// <returns>The schema, or <see langword="null"/> if none has this name.</returns>
    public static SchemaSource? Find(string name) => name == PacketsName ? Packets : null;

    private static string Read(string name)
    {
        using Stream stream = typeof(BuiltInSchemas).Assembly.GetManifestResourceStream("Codec.Schema." + name)!;
        using StreamReader reader = new(stream, Encoding.UTF8);
        return reader.ReadToEnd();
    }
}
