using System.Collections.Generic;
using System.Linq;
using Codec.Schema.Model;

namespace Codec.Schema.CSharp;

/// <summary>A union with its names in C#.</summary>
internal sealed class UnionCode
{
    public UnionCode(UnionDefinition definition, string name)
    {
        Definition = definition;
        Name = name;
        Members = new MemberNames([name, .. MemberNames.OfObject]);

        // Our own types come first: members have names like AsCircle, which seldom meet them.
        foreach (string type in (string[])["Kind", "View", "VectorView", "Writer", "VectorWriter", "Layout", "Type", "Value"])
        {
            _ = Members[type];
        }

        MemberNames view = new([Members["View"], "Type", "Read", .. MemberNames.OfObject]);
        MemberNames writer = new([Members["Writer"], .. MemberNames.OfObject]);
        Values =
        [
            .. definition.Members.Select(member =>
            {
                string own = CSharpNames.Name(member.Name, member.Attributes);
                return new UnionValueCode(
                    member, own, Members.Add("As" + own), Members.Add("From" + own), view.Add("As" + own), view.Add($"As{own}Utf8"), writer.Add("Write" + own));
            }),
        ];
    }

    public UnionDefinition Definition { get; }

    /// <summary>The name in C#, without the sign that a keyword needs.</summary>
    public string Name { get; }

    /// <summary>The names of the members of the struct.</summary>
    public MemberNames Members { get; }

    /// <summary>The union's members with their names in C#.</summary>
    public IReadOnlyList<UnionValueCode> Values { get; }
}
