using Codec.Schema.Model;

namespace Codec.Schema.CSharp;

/// <summary>A member of a union with its names in C#.</summary>
/// <param name="Member">The member.</param>
/// <param name="Name">Its value in the enum of types, without the sign that a keyword needs.</param>
/// <param name="As">The method that gets the value.</param>
/// <param name="From">The method that creates a value.</param>
/// <param name="ViewAs">The view's method that gets the value.</param>
/// <param name="ViewUtf8">The view's method that gets a text as UTF-8.</param>
/// <param name="Write">The writer's method.</param>
internal sealed record UnionValueCode(UnionMember Member, string Name, string As, string From, string ViewAs, string ViewUtf8, string Write)
{
    public TypeReference Type => Member.Type;
}
