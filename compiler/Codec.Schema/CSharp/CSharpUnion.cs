namespace Codec.Schema.CSharp;

internal sealed class CSharpUnion
{
    public CSharpUnion(UnionDefinition definition)
    {
        Definition = definition;
        Name = CSharpNames.Name(definition);

        // The methods for union members have names such as AsCircle, which rarely collide with the names that are reserved first.
        Members = new MemberNames(
            [Name, .. MemberNames.OfObject], "Kind", "View", "VectorView", "Writer", "VectorWriter", "Layout", "Type", "Value");
        MemberNames view = new([Members["View"], "Type", "Read", .. MemberNames.OfObject]);
        MemberNames writer = new([Members["Writer"], .. MemberNames.OfObject]);
        Values =
        [
            .. definition.Members.Select(member =>
            {
                string own = CSharpNames.Name(member);
                (string @as, string from) = (Members.Add("As" + own), Members.Add("From" + own));
                (string viewAs, string viewUtf8) = (view.Add("As" + own), view.Add($"As{own}Utf8"));
                return new CSharpUnionMember(member, own, @as, from, viewAs, viewUtf8, writer.Add("Write" + own));
            }),
        ];
    }

    public UnionDefinition Definition { get; }
    public string Name { get; }
    public MemberNames Members { get; }
    public IReadOnlyList<CSharpUnionMember> Values { get; }
}
