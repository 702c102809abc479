namespace Codec.Schema.CSharp;

/// <summary>Specifies what of a model becomes C#; equal to another by value.</summary>
public sealed record CSharpOptions
{
    /// <summary>The options that generate every part except JSON for every file.</summary>
    public static readonly CSharpOptions Default = new();

    /// <summary>The parts to generate.</summary>
    public CSharpParts Parts { get; init; } = CSharpParts.Default;

    /// <summary>Whether all types compare by value, rather than those alone that have the attribute <c>csharp_equality</c>, and what they lead to.</summary>
    public bool Equality { get; init; }

    /// <summary>The paths of schema files whose types another assembly has, so that no C# is generated for them.</summary>
    public EquatableArray<string> ExternalFiles { get; init; }
}
