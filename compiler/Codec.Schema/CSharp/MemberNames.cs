namespace Codec.Schema.CSharp;

/// <summary>The names of a type's members that are not in the schema. A name that is taken gets underscores or a number.</summary>
internal sealed class MemberNames
{
    /// <summary>The names of the members of every C# object.</summary>
    public static readonly string[] OfObject =
        ["Equals", "GetHashCode", "GetType", "ToString", "MemberwiseClone", "ReferenceEquals", "Finalize"];

    private readonly NameSet _taken;
    private readonly Dictionary<string, string> _names;

    /// <summary>Creates the names.</summary>
    /// <param name="taken">The names that are taken.</param>
    /// <param name="first">The members that get their names before all others.</param>
    public MemberNames(IEnumerable<string> taken, params string[] first)
    {
        _taken = new NameSet(taken, StringComparer.Ordinal);
        _names = first.ToDictionary(wanted => wanted, Add, StringComparer.Ordinal);
    }

    /// <summary>Gets the name of a member. Every call with the same preferred name returns the same name.</summary>
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

    /// <summary>Returns a name that no other member has, and reserves it.</summary>
    public string Add(string wanted) => CSharpNames.Unique(wanted, _taken);
}
