namespace Codec.Schema.Model;

/// <summary>The properties of a schema file. The location of a definition contains the path of its file.</summary>
public sealed record SchemaFile
{
    /// <summary>Gets the path of the file, as the host named it.</summary>
    public required string Path { get; init; }

    /// <summary>Gets whether the host passed this file as a root. If not, another file includes it.</summary>
    public required bool IsRoot { get; init; }

    /// <summary>Gets the paths of the files that this file includes directly, as the host's reader named them, in order.</summary>
    public EquatableArray<string> Includes { get; init; }

    /// <summary>Gets the full name of the table of <c>root_type</c>; null if there is none.</summary>
    public string? RootType { get; init; }

    /// <summary>Gets the location of the name after <c>root_type</c>; null if there is none.</summary>
    public SourceSpan? RootTypeSpan { get; init; }

    /// <summary>Gets the four characters of <c>file_identifier</c>; null if there is none.</summary>
    public string? FileIdentifier { get; init; }

    /// <summary>Gets the location of the text after <c>file_identifier</c>; null if there is none.</summary>
    public SourceSpan? FileIdentifierSpan { get; init; }

    /// <summary>Gets the text of <c>file_extension</c>; null if there is none.</summary>
    public string? FileExtension { get; init; }

    /// <summary>Returns the file identifier of each root type that has one, by the full name of the root type.</summary>
    internal static Dictionary<string, string> Identifiers(IEnumerable<SchemaFile> files)
    {
        Dictionary<string, string> identifiers = new(StringComparer.Ordinal);
        foreach (SchemaFile file in files.Where(file => file.RootType is not null && file.FileIdentifier is not null))
        {
            identifiers[file.RootType!] = file.FileIdentifier!;
        }

        return identifiers;
    }
}
