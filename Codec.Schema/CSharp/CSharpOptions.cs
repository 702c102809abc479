using System.Linq;

namespace Codec.Schema.CSharp;

/// <summary>Specifies what of a model becomes C#; equal to another by value.</summary>
public sealed record CSharpOptions
{
    /// <summary>The options that generate every part except JSON for every file.</summary>
    public static readonly CSharpOptions Default = new();

    /// <summary>The parts to generate for the files that <see cref="FileParts"/> does not have.</summary>
    public CSharpParts Parts { get; init; } = CSharpParts.Default;

    /// <summary>The parts to generate for single files, each file at most once.</summary>
    public EquatableArray<CSharpFileParts> FileParts { get; init; }

    /// <summary>Whether all types compare by value, rather than those alone that have the attribute <c>csharp_equality</c>, and what they lead to.</summary>
    public bool Equality { get; init; }

    /// <summary>The paths of schema files whose types another assembly has, so that no C# is generated for them.</summary>
    public EquatableArray<string> ExternalFiles { get; init; }

    /// <summary>Returns the parts to generate for the types of a file.</summary>
    /// <param name="path">The file's path, as <see cref="Model.SchemaFile.Path"/> has it.</param>
    /// <returns>The parts.</returns>
    public CSharpParts PartsOf(string path) => FileParts.FirstOrDefault(file => file.Path == path)?.Parts ?? Parts;
}
