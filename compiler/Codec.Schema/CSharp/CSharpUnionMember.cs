namespace Codec.Schema.CSharp;

/// <summary>A member of a union with its C# names.</summary>
/// <param name="Member">The member.</param>
/// <param name="Name">The name of its value in the enum of types, without the '@' of a keyword.</param>
/// <param name="As">The name of the method that returns the value.</param>
/// <param name="From">The name of the method that creates a value.</param>
/// <param name="ViewAs">The name of the view's method that returns the value.</param>
/// <param name="ViewUtf8">The name of the view's method that returns a string as UTF-8.</param>
/// <param name="Write">The name of the writer's method that writes the value.</param>
internal sealed record CSharpUnionMember(
    UnionMember Member, string Name, string As, string From, string ViewAs, string ViewUtf8, string Write)
{
    public TypeReference Type => Member.Type;
}
