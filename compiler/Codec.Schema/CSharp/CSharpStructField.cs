namespace Codec.Schema.CSharp;

/// <summary>A field of a struct with its C# names.</summary>
/// <param name="Field">The field.</param>
/// <param name="Name">The name of the public field or property, without the '@' of a keyword. An array has methods instead.</param>
internal sealed record CSharpStructField(StructField Field, string Name)
{
    /// <summary>Gets the name as an identifier.</summary>
    public string Identifier => CSharpNames.Identifier(Name);

    /// <summary>Gets the expression for the field or property in a method of its type.</summary>
    public string Own => CSharpNames.Own(Name);

    /// <summary>Gets the name of the method that returns an element of an array.</summary>
    public string Get { get; set; } = "";

    /// <summary>Gets the name of the method that sets an element of an array.</summary>
    public string Set { get; set; } = "";

    /// <summary>Gets the name of the private field that stores an array or a bool.</summary>
    public string Stored { get; set; } = "";

    /// <summary>Gets the name of the type of the private field that stores an array.</summary>
    public string Elements { get; set; } = "";
}
