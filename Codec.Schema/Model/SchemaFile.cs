using Codec.Schema.Diagnostics;

namespace Codec.Schema.Model;

/// <summary>What a schema file says about itself; definitions name their file in their span.</summary>
public sealed record SchemaFile
{
    /// <summary>The file, as the host named it.</summary>
    public required string Path { get; init; }

    /// <summary>Whether the host asked for this file, rather than another file including it.</summary>
    public required bool IsRoot { get; init; }

    /// <summary>Paths of the files that it includes itself, as the host's resolver named them, in order.</summary>
    public EquatableArray<string> Includes { get; init; }

    /// <summary>Full name of the table that <c>root_type</c> names; null when there is none.</summary>
    public string? RootType { get; init; }

    /// <summary>Place of the name after <c>root_type</c>; null when there is none.</summary>
    public SourceSpan? RootTypeSpan { get; init; }

    /// <summary>The four characters of <c>file_identifier</c>; null when there is none.</summary>
    public string? FileIdentifier { get; init; }

    /// <summary>Place of the text after <c>file_identifier</c>; null when there is none.</summary>
    public SourceSpan? FileIdentifierSpan { get; init; }

    /// <summary>The text of <c>file_extension</c>; null when there is none.</summary>
    public string? FileExtension { get; init; }
}
