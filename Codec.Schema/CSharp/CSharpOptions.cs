using System.Linq;

namespace Codec.Schema.CSharp;

/// <summary>Specifies which C# is generated for a model. Instances are compared by value.</summary>
public sealed record CSharpOptions
{
    /// <summary>The options that generate every part for every file.</summary>
    public static readonly CSharpOptions Default = new();

    /// <summary>Gets the parts to generate for the files that are not in <see cref="FileParts"/>.</summary>
    public CSharpParts Parts { get; init; } = CSharpParts.Default;

    /// <summary>Gets the parts to generate for individual files. Each file occurs at most once.</summary>
    public EquatableArray<CSharpFileParts> FileParts { get; init; }

    /// <summary>
    /// Gets whether all types compare by value. If not, only types with the attribute <c>csharp_equality</c> and the types that they refer to do.
    /// </summary>
    public bool Equality { get; init; }

    /// <summary>Gets the paths of schema files whose types are in another assembly, so that no C# is generated for them.</summary>
    public EquatableArray<string> ExternalFiles { get; init; }

    /// <summary>Returns the parts to generate for the types of a file.</summary>
    /// <param name="path">The file's path, as in <see cref="Model.SchemaFile.Path"/>.</param>
    /// <returns>The parts.</returns>
    public CSharpParts PartsOf(string path) => FileParts.FirstOrDefault(file => file.Path == path)?.Parts ?? Parts;
}
