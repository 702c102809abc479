namespace Codec.Schema.CSharp;

internal sealed record CSharpStructField(StructField Field, string Name)
{
    public string Identifier => CSharpNames.Identifier(Name);
    public string Own => CSharpNames.Own(Name);

    // The methods for an element of an array, and the private field that stores an array or a bool, with the type of an array.
    public string Get { get; set; } = "";
    public string Set { get; set; } = "";
    public string Stored { get; set; } = "";
    public string Elements { get; set; } = "";
}
