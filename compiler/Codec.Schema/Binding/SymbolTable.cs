namespace Codec.Schema.Binding;

/// <summary>The names that are visible in one root file: its own and those of the files that it includes.</summary>
internal sealed class SymbolTable
{
    private readonly Dictionary<string, EnumSymbol> _enums = [];
    private readonly Dictionary<string, RecordSymbol> _records = [];

    // Tables and structs that were used before their declaration, keyed by the name as written.
    private readonly Dictionary<string, RecordSymbol> _pending = [];
    private readonly Dictionary<RecordSymbol, List<SourceSpan>> _uses = [];

    internal IEnumerable<KeyValuePair<string, RecordSymbol>> Pending => _pending;

    internal static string Qualify(string scope, string name) => scope.Length == 0 ? name : scope + "." + name;

    internal IReadOnlyList<SourceSpan> UsesOf(RecordSymbol symbol) => _uses[symbol];

    /// <summary>Finds an enum or union that is already declared. Enclosing namespaces are searched from the inside out.</summary>
    internal EnumSymbol? FindEnum(string scope, string name) => Find(_enums, scope, name);

    /// <summary>Finds a table or struct that is visible from the scope. It is declared, or was used under this name.</summary>
    internal RecordSymbol? FindRecord(string scope, string name) => Find(_records, scope, name, _pending);

    /// <summary>Finds the table or struct that a use refers to. Earlier uses of this name whose type is not declared yet take precedence.</summary>
    internal RecordSymbol? FindUsed(string scope, string name) => _pending.TryGetValue(name, out RecordSymbol? found) ? found : FindRecord(scope, name);

    /// <summary>Finds a table or struct by its full name, or otherwise in the scope itself. This is flatc's order for a root type.</summary>
    internal RecordSymbol? FindRecordHere(string scope, string name)
    {
        string fullName = Qualify(scope, name);
        return _records.TryGetValue(name, out RecordSymbol? found) || _pending.TryGetValue(name, out found)
            || _records.TryGetValue(fullName, out found) || _pending.TryGetValue(fullName, out found) ? found : null;
    }

    internal bool IsDeclared(string fullName) => _records.ContainsKey(fullName);

    /// <summary>Returns a table or struct that is declared, or registers a use before its declaration.</summary>
    internal RecordSymbol Refer(string scope, SyntaxText name, SourceText source)
    {
        RecordSymbol? symbol = FindUsed(scope, name.Text);
        if (symbol is null)
        {
            symbol = new RecordSymbol(Qualify(scope, name.Text));
            _pending.Add(name.Text, symbol);
            _uses.Add(symbol, []);
        }

        if (!symbol.IsDeclared)
        {
            _uses[symbol].Add(source.Span(name));
        }

        return symbol;
    }

    /// <summary>Declares a table or struct. Earlier uses of its simple name, or otherwise of its full name, now refer to it.</summary>
    internal RecordSymbol DeclareRecord(string scope, string name)
    {
        string fullName = Qualify(scope, name);
        string spelled = _pending.ContainsKey(name) ? name : fullName;
        if (_pending.TryGetValue(spelled, out RecordSymbol? symbol))
        {
            _pending.Remove(spelled);
            symbol.FullName = fullName;
        }
        else
        {
            symbol = new RecordSymbol(fullName);
        }

        symbol.Scope = scope;
        _records[fullName] = symbol;
        return symbol;
    }

    internal void DeclareEnum(EnumSymbol symbol) => _enums[symbol.FullName] = symbol;

    /// <summary>Returns the location of the declaration of a full name; null if the name is free.</summary>
    internal SourceSpan? DeclarationOf(string fullName)
    {
        if (_enums.TryGetValue(fullName, out EnumSymbol? symbol))
        {
            return symbol.Source.Span(symbol.Syntax.Name);
        }

        return _records.TryGetValue(fullName, out RecordSymbol? record) ? record.Source!.Span(record.Syntax!.Name) : null;
    }

    private static T? Find<T>(Dictionary<string, T> symbols, string scope, string name, Dictionary<string, T>? others = null)
        where T : class
    {
        while (true)
        {
            string fullName = Qualify(scope, name);
            if (symbols.TryGetValue(fullName, out T? found) || (others is not null && others.TryGetValue(fullName, out found)))
            {
                return found;
            }

            if (scope.Length == 0)
            {
                return null;
            }

            int dot = scope.LastIndexOf('.');
            scope = dot < 0 ? string.Empty : scope.Substring(0, dot);
        }
    }
}
