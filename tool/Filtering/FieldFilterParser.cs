namespace Codec.Cli.Filtering;

/// <summary>Parses conditions such as <c>Chat.sender == "Ann" &amp;&amp; !(Chat.channel == Party)</c>.</summary>
internal sealed class FieldFilterParser(string condition, PayloadSchema schema)
{
    // More than a user writes. The depth is limited because each parenthesis needs stack space.
    private const int MaxNesting = 50;

    private static readonly (string Text, FieldOperator Operator)[] Operators =
    [
        ("==", FieldOperator.Equal), ("!=", FieldOperator.NotEqual), ("<=", FieldOperator.LessOrEqual), (">=", FieldOperator.GreaterOrEqual),
        ("<", FieldOperator.Less), (">", FieldOperator.Greater), ("~", FieldOperator.Contains),
    ];

    // Letters, digits, and the separators inside numbers and names; and a text in quotes.
    private static readonly Regex Word = new(@"\G([\w.+-]+)\s*");
    private static readonly Regex Quoted = new(@"\G""((?:\\.|[^""\\])*)""\s*", RegexOptions.Singleline);
    private int _at;
    private int _nesting;

    public static FieldFilter Parse(string text, PayloadSchema schema)
    {
        FieldFilterParser parser = new(text, schema) { _at = text.Length - text.TrimStart().Length };
        FieldFilter filter = parser.Or();
        return parser._at == text.Length ? filter : throw parser.Expected("an operator or the end");
    }

    private FieldFilter Or()
    {
        FieldFilter filter = And();
        while (Take("||"))
        {
            (FieldFilter left, FieldFilter right) = (filter, And());
            filter = (payload, message) => left(payload, message) || right(payload, message);
        }

        return filter;
    }

    private FieldFilter And()
    {
        FieldFilter filter = Not();
        while (Take("&&"))
        {
            (FieldFilter left, FieldFilter right) = (filter, Not());
            filter = (payload, message) => left(payload, message) && right(payload, message);
        }

        return filter;
    }

    private FieldFilter Not()
    {
        if (++_nesting > MaxNesting)
        {
            throw Expected("fewer parentheses");
        }

        FieldFilter filter;
        if (Take("!"))
        {
            FieldFilter negated = Not();
            filter = (payload, message) => !negated(payload, message);
        }
        else if (Take("("))
        {
            filter = Or();
            filter = Take(")") ? filter : throw Expected("')'");
        }
        else
        {
            filter = Comparison();
        }

        _nesting--;
        return filter;
    }

    private FieldFilter Comparison()
    {
        string path = Take(Word) ?? throw Expected("a field", ", such as Chat.sender");
        List<PayloadType> types = [];
        Dictionary<PayloadMessage, string[]> paths = Resolve(path, types);
        foreach ((string text, FieldOperator comparison) in Operators)
        {
            if (Take(text))
            {
                int start = _at;
                FieldLiteral literal = Literal();
                return types.Exists(type => literal.Fits(type, comparison))
                    ? new FieldComparison(paths, comparison, literal).Matches
                    : throw NotComparable(path, text, condition[start.._at].TrimEnd(), types);
            }
        }

        return new FieldComparison(paths, FieldOperator.Exists, null).Matches;
    }

    private static CommandFailedException NotComparable(string path, string comparison, string literal, List<PayloadType> types)
    {
        string expected = (types.Find(type => type.Kind == TypeKind.String) ?? types.FirstOrDefault())?.Kind switch
        {
            TypeKind.String => "a text in quotes",
            TypeKind.Scalar => "a number, without ~",
            TypeKind.Enum => "the name of one of its values or a number, without ~",
            _ => "the name of a field inside it",
        };
        return new CommandFailedException(
            $"--where: '{MessageText.Shorten(MessageText.Printable(path))}' cannot be compared by {comparison} with {MessageText.Shorten(MessageText.Printable(literal))}; expected {expected}.");
    }

    private FieldLiteral Literal()
    {
        if (Take(Quoted) is { } text)
        {
            return FieldLiteral.OfText(Regex.Replace(text, @"\\(.)", "$1", RegexOptions.Singleline));
        }

        if (condition.AsSpan(_at).StartsWith("\""))
        {
            _at = condition.Length;
            throw Expected("'\"'");
        }

        return FieldLiteral.OfWord(Take(Word) ?? throw Expected("a text in quotes, a number or an enum's value"));
    }

    // Returns the first group of a pattern if it is next, and skips the spaces after it.
    private string? Take(Regex pattern)
    {
        Match match = pattern.Match(condition, _at);
        _at += match.Length;
        return match.Success ? match.Groups[1].Value : null;
    }

    private bool Take(string text)
    {
        bool isNext = condition.AsSpan(_at).StartsWith(text, StringComparison.Ordinal);
        if (isNext)
        {
            _at += text.Length;
            _at = condition.Length - condition.AsSpan(_at).TrimStart().Length;
        }

        return isNext;
    }

    // Returns the messages that have the field, and the path of names to it. Adds the types of the field in these messages; of a vector, the type of its elements.
    private Dictionary<PayloadMessage, string[]> Resolve(string path, List<PayloadType> types)
    {
        Dictionary<PayloadMessage, string[]> found = [];
        foreach (PayloadMessage message in schema.Messages)
        {
            foreach (string prefix in (string[])[message.FullName + ".", message.Name + "."])
            {
                if (path.StartsWith(prefix, StringComparison.Ordinal))
                {
                    Add(message, path[prefix.Length..]);
                }
            }
        }

        if (found.Count == 0)
        {
            foreach (PayloadMessage message in schema.Messages)
            {
                Add(message, path);
            }
        }

        return found.Count > 0 ? found : throw new CommandFailedException($"--where: no message of the schema has the field '{MessageText.Shorten(MessageText.Printable(path))}'{DidYouMean(path)}");

        void Add(PayloadMessage message, string names)
        {
            string[] steps = names.Split('.');
            if (Has(message.Table, message.Struct, steps, types))
            {
                found[message] = steps;
            }
        }
    }

    // Suggests the name of a message, of its field, or of a field alone.
    private string DidYouMean(string path)
    {
        IEnumerable<string> fields = schema.Messages.SelectMany(message => (message.Table?.Names.Keys ?? message.Struct!.Names.Keys).SelectMany(
            field => (string[])[$"{message.Name}.{field}", $"{message.FullName}.{field}", field]));
        return MessageText.DidYouMean(path, fields);
    }

    private static bool Has(PayloadTable? table, PayloadStruct? record, ReadOnlySpan<string> steps, List<PayloadType> types)
    {
        if (steps.IsEmpty)
        {
            return true;
        }

        if (table is not null)
        {
            if (!table.Names.TryGetValue(steps[0], out int field) || table.Fields[field % table.Fields.Length] is not { IsDeprecated: false } found)
            {
                return false;
            }

            return field >= table.Fields.Length ? steps.Length == 1 && Has(found.Union!.Type, [], types)
                : (steps.Length > 1 && found.Nested is not null && Has(found.Nested, null, steps[1..], types)) || Has(found.Type, steps[1..], types);
        }

        return record is not null && record.Names.TryGetValue(steps[0], out int index) && Has(record.Fields[index].Type, steps[1..], types);
    }

    private static bool Has(PayloadType type, ReadOnlySpan<string> steps, List<PayloadType> types)
    {
        if (type.Kind is TypeKind.Vector or TypeKind.Array)
        {
            return Has(type.Element!, steps, types);
        }

        if (steps.IsEmpty)
        {
            types.AddRange(type.Kind == TypeKind.Union ? type.Union!.Members.Values : [type]);
            return true;
        }

        if (type.Union is { } union)
        {
            bool isFound = false;
            foreach (PayloadType member in union.Members.Values)
            {
                isFound |= Has(member.Table, member.Struct, steps, types);
            }

            return isFound;
        }

        return Has(type.Table, type.Struct, steps, types);
    }

    private CommandFailedException Expected(string what, string example = "")
    {
        string rest = MessageText.Printable(condition[_at..]);
        return new CommandFailedException($"--where: expected {what} at character {_at + 1}{(rest.Length > 0 ? $", found '{MessageText.Shorten(rest)}'" : "")}{example}.");
    }
}
