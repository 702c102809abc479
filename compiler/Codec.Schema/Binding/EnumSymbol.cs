namespace Codec.Schema.Binding;

/// <summary>An enum or a union before it is added to the model.</summary>
internal sealed class EnumSymbol(string fullName, string scope, EnumSyntax syntax, SourceText source)
{
    private readonly List<EnumValueSymbol> _values = [];
    private readonly Dictionary<string, EnumValueSymbol> _byName = [];
    private readonly Dictionary<ScalarValue, EnumValueSymbol> _byNumber = [];

    internal string FullName { get; } = fullName;
    internal string Scope { get; } = scope;
    internal EnumSyntax Syntax { get; } = syntax;
    internal SourceText Source { get; } = source;
    internal ScalarKind Underlying { get; init; }
    internal bool IsUnion => Syntax.IsUnion;
    internal bool IsBitFlags { get; init; }
    internal bool HasInvalidNumber { get; set; }

    /// <summary>Gets the values in the order of the schema. The NONE of a union is the first value and has no type.</summary>
    internal IReadOnlyList<EnumValueSymbol> Values => _values;

    internal void Add(EnumValueSymbol value)
    {
        _values.Add(value);
        _byName[value.Name] = value;
        if (!_byNumber.ContainsKey(value.Number))
        {
            _byNumber.Add(value.Number, value);
        }
    }

    internal EnumValueSymbol? Find(string name) => _byName.TryGetValue(name, out EnumValueSymbol? value) ? value : null;

    internal EnumValueSymbol? Find(ScalarValue number) => _byNumber.TryGetValue(number, out EnumValueSymbol? value) ? value : null;
}
