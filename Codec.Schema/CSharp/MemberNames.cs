using System;
using System.Collections.Generic;

namespace Codec.Schema.CSharp;

/// <summary>The names of the members that a generated type has besides what its schema names: each has an underscore appended if it is taken.</summary>
/// <param name="taken">The names that are taken.</param>
internal sealed class MemberNames(IEnumerable<string> taken)
{
    /// <summary>The members of every C# object.</summary>
    public static readonly string[] OfObject =
        ["Equals", "GetHashCode", "GetType", "ToString", "MemberwiseClone", "ReferenceEquals", "Finalize"];

    private readonly HashSet<string> _taken = new(taken, StringComparer.Ordinal);
    private readonly Dictionary<string, string> _names = new(StringComparer.Ordinal);

    /// <summary>Gets the name for a member, the same each time.</summary>
    /// <param name="wanted">The name if it is not taken.</param>
    public string this[string wanted]
    {
        get
        {
            if (!_names.TryGetValue(wanted, out string? name))
            {
                name = Add(wanted);
                _names.Add(wanted, name);
            }

            return name;
        }
    }

    /// <summary>Gets a name for one more member, which no other has.</summary>
    /// <param name="wanted">The name if it is not taken.</param>
    public string Add(string wanted) => CSharpNames.Unique(wanted, _taken);
}
