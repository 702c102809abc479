namespace Codec.Schema.CSharp;

internal sealed record CSharpUnionMember(
    UnionMember Member, string Name, string As, string From, string ViewAs, string ViewUtf8, string Write)
{
    public TypeReference Type => Member.Type;
}
