namespace Codec.Schema.CSharp;

/// <summary>The names of a type's members that are not in the schema. A name that is taken gets underscores or a number.</summary>
internal sealed class MemberNames
{
    public static readonly string[] OfObject =
        ["Equals", "GetHashCode", "GetType", "ToString", "MemberwiseClone", "ReferenceEquals", "Finalize"];

    private readonly NameSet _taken;
    private readonly Dictionary<string, string> _names;

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

    public string Add(string wanted) => CSharpNames.Unique(wanted, _taken);
}
