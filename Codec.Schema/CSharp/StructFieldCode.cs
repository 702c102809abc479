using Codec.Schema.Model;

namespace Codec.Schema.CSharp;

/// <summary>A field of a struct with its names in C#.</summary>
/// <param name="Field">The field.</param>
/// <param name="Name">The public field or property; an array has methods instead.</param>
internal sealed record StructFieldCode(StructField Field, string Name)
{
    /// <summary>The method that gets an element of an array.</summary>
    public string Get { get; set; } = "";

    /// <summary>The method that sets an element of an array.</summary>
    public string Set { get; set; } = "";

    /// <summary>The private field that stores an array or a bool.</summary>
    public string Stored { get; set; } = "";

    /// <summary>The type of the private field that stores an array.</summary>
    public string Elements { get; set; } = "";
}
