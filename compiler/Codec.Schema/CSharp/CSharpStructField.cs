namespace Codec.Schema.CSharp;

/// <summary>A field of a struct with its C# names.</summary>
/// <param name="Field">The field.</param>
/// <param name="Name">The name of the public field or property, without the '@' of a keyword. An array has methods instead.</param>
internal sealed record CSharpStructField(StructField Field, string Name)
{
    public string Identifier => CSharpNames.Identifier(Name);

    /// <summary>Gets the expression for the field or property in a method of its type.</summary>
    public string Own => CSharpNames.Own(Name);

    // The methods for an element of an array, and the private field that stores an array or a bool, with the type of an array.
    public string Get { get; set; } = "";
    public string Set { get; set; } = "";
    public string Stored { get; set; } = "";
    public string Elements { get; set; } = "";
}
