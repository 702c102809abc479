using System.Collections.Generic;
using System.Linq;
using Codec.Schema.Model;

namespace Codec.Schema.CSharp;

/// <summary>A struct with its names in C#.</summary>
internal sealed class StructCode
{
    public StructCode(StructDefinition definition)
    {
        Definition = definition;
        Name = Emission.NameOf(definition);
        HashSet<string> names = [Name, "Equals", "GetHashCode", "GetType", "ToString", "MemberwiseClone", "ReferenceEquals", "Finalize"];
        Fields = [.. definition.Fields.Select(field => (field, CSharpNames.Unique(CSharpNames.Member(field), names)))];
        Members = new MemberNames(names);
        foreach (string member in (string[])["ByteSize", "PacketId", "TryWrite", "TryRead", "CompareByKey", "TryFind", "Handler"])
        {
            _ = Members[member];
        }
    }

    public StructDefinition Definition { get; }

    /// <summary>The name in C#, without the sign that a keyword needs.</summary>
    public string Name { get; }

    /// <summary>The fields with their names.</summary>
    public IReadOnlyList<(StructField Field, string Name)> Fields { get; }

    /// <summary>The names of the members that are not fields.</summary>
    public MemberNames Members { get; }
}
