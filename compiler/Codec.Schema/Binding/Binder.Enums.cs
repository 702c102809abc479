namespace Codec.Schema.Binding;

internal sealed partial class Binder
{
    private void BindEnum(EnumSyntax syntax)
    {
        AttributeSet attributes = Attributes(syntax.Attributes);
        RejectPacketAttributes(attributes, syntax.IsUnion ? "a union" : "an enum");
        if (!syntax.IsUnion)
        {
            RejectEquality(attributes);
        }

        string fullName = SymbolTable.Qualify(_scope, syntax.Name.Text);
        EnumSymbol symbol = new(fullName, _scope, syntax, _source)
        {
            Underlying = Underlying(syntax),
            IsBitFlags = !syntax.IsUnion && attributes.Has("bit_flags"),
        };
        if (attributes.Find("force_align") is { } force)
        {
            ReportMisuse(force, "is allowed only on a struct or a vector");
        }

        if (syntax.IsUnion && attributes.Find("bit_flags") is { } flags)
        {
            ReportMisuse(flags, "is allowed only on an enum");
        }

        bool isFree = IsFree(fullName, syntax.Name);
        if (symbol.IsBitFlags && ScalarType.Of(symbol.Underlying).IsSigned)
        {
            Report(SchemaRule.SignedBitFlags, syntax.Name, $"'{syntax.Name.Text}' has bit flags of a signed type; an unsigned one has room for the top flag.");
        }

        if (syntax.IsUnion)
        {
            symbol.Add(new EnumValueSymbol("NONE", ScalarValue.OfWhole(symbol.Underlying, 0), null, null));
        }

        foreach (EnumValueSyntax value in syntax.Values)
        {
            BindEnumValue(symbol, value);
        }

        RejectSecondNameOfSmallest(symbol);

        if (symbol.Values.Count == 0)
        {
            symbol.Add(new EnumValueSymbol("NONE", ScalarValue.OfWhole(symbol.Underlying, 0), null, null));
        }

        if (isFree)
        {
            _symbols.DeclareEnum(symbol);
            _enums.Add(symbol);
        }
    }

    private ScalarKind Underlying(EnumSyntax syntax)
    {
        if (syntax.Underlying is not { } name)
        {
            return ScalarKind.UByte;
        }

        ScalarKind kind = _symbols.FindEnum(_scope, name.Text) is { IsUnion: false } other ? other.Underlying : ScalarType.Find(name.Text)?.Kind ?? ScalarKind.None;
        if (ScalarType.Of(kind).IsInteger)
        {
            return kind;
        }

        Report(SchemaRule.TypeNotAllowed, name, $"'{name.Text}' cannot store an enum; expected an integer type.");
        return ScalarKind.Long;
    }

    private void BindEnumValue(EnumSymbol symbol, EnumValueSyntax syntax)
    {
        AttributeSet attributes = Attributes(syntax.Attributes);
        RejectPacketAttributes(attributes, "a value");
        RejectEquality(attributes);
        string name = syntax.Name.Text.Replace('.', '_');
        if (symbol.Find(name) is not null)
        {
            Report(SchemaRule.DuplicateName, syntax.Name, $"'{symbol.FullName}' already has a value '{name}'.");
            return;
        }

        ScalarValue? bound = Number(symbol, syntax);
        if (symbol.IsUnion && bound is { } given && symbol.Find(given) is { } taken)
        {
            Report(SchemaRule.DuplicateEnumNumber, syntax.Name, $"'{name}' has the number of '{taken.Name}'; expected one of its own.");
        }

        // After an error, the numbering continues as if this value did not exist.
        symbol.HasInvalidNumber |= bound is null;
        ScalarValue number = bound ?? (symbol.Values.Count > 0 ? symbol.Values[symbol.Values.Count - 1].Number : ScalarValue.OfWhole(symbol.Underlying, 0));
        symbol.Add(new EnumValueSymbol(name, number, syntax, syntax.Type is { } type ? UnionType(type, syntax.Alias) : null));
    }

    // As in flatc, several values of an enum may have the same number, except the smallest.
    private void RejectSecondNameOfSmallest(EnumSymbol symbol)
    {
        if (symbol.IsUnion || symbol.HasInvalidNumber)
        {
            return;
        }

        EnumValueSymbol[] sorted = [.. InOrder(symbol)];
        if (sorted.Length > 1 && sorted[0].Number == sorted[1].Number)
        {
            Report(
                SchemaRule.DuplicateEnumNumber, sorted[1].Syntax!.Name, $"'{sorted[1].Name}' has the number of '{sorted[0].Name}'; expected one of its own, because it is the smallest of the enum.");
        }
    }

    private static IEnumerable<EnumValueSymbol> InOrder(EnumSymbol symbol) => ScalarType.Of(symbol.Underlying).IsSigned
        ? symbol.Values.OrderBy(value => value.Number.Whole)
        : symbol.Values.OrderBy(value => value.Number.Bits);

    private BoundType? UnionType(TypeSyntax syntax, bool hasAlias)
    {
        string name = syntax.Name.Text;
        if (!syntax.HasBrackets && name == "string" && hasAlias)
        {
            return new BoundType(TypeKind.String);
        }

        // Without an alias, a table is found even if an enum in scope has its name.
        bool isEnum = _symbols.FindEnum(_scope, name) is not null && (hasAlias || _symbols.FindRecord(_scope, name) is null);
        if (syntax.HasBrackets || ScalarType.Find(name) is not null || isEnum)
        {
            Report(SchemaRule.TypeNotAllowed, syntax.Name, $"'{name}' cannot be in a union like this; expected a table, a struct or a string.");
            return null;
        }

        return new BoundType(_symbols.Refer(_scope, syntax.Name, _source));
    }

    /// <summary>Returns the number of a value, or the bit if it is a bit flag; null after an error.</summary>
    private ScalarValue? Number(EnumSymbol symbol, EnumValueSyntax syntax)
    {
        ScalarKind kind = symbol.Underlying;
        bool isNegative = false;
        ulong magnitude = 0;
        bool fits = true;
        if (syntax.Number is { } literal)
        {
            NumberText.TryInteger(literal.Text, out isNegative, out magnitude, out bool isTooLarge);
            fits = !isTooLarge;
        }
        else if (symbol.Values.Count > 0)
        {
            ScalarValue last = symbol.Values[symbol.Values.Count - 1].Number;
            long previous = symbol.IsBitFlags ? BitPosition(last) : last.Whole;
            fits = last.Bits != ulong.MaxValue || ScalarType.Of(kind).IsSigned;
            isNegative = ScalarType.Of(kind).IsSigned && previous < -1;
            magnitude = unchecked(isNegative ? (ulong)-(previous + 1) : (ulong)previous + 1);
        }

        if (symbol.IsBitFlags)
        {
            // The sign bit is not a flag.
            int bits = (8 * ScalarType.Of(kind).Size) - (ScalarType.Of(kind).IsSigned ? 1 : 0);
            if (!fits || (isNegative && magnitude > 0) || magnitude >= (ulong)bits)
            {
                Report(SchemaRule.ValueOutOfRange, syntax.Name, $"The bit of '{syntax.Name.Text}' is out of range; expected 0 to {bits - 1}.");
                return null;
            }

            return ScalarValue.OfWhole(kind, 1L << (int)magnitude);
        }

        if (NumberText.TryFit(kind, isNegative, magnitude, out ScalarValue number) && fits)
        {
            return number;
        }

        Report(SchemaRule.ValueOutOfRange, syntax.Name, $"The number of '{syntax.Name.Text}' does not fit the enum's type; expected {NumberText.Range(kind)}.");
        return null;
    }

    private static int BitPosition(ScalarValue flag)
    {
        int position = 0;
        while (position < 63 && (flag.Bits >> position & 1) == 0)
        {
            position++;
        }

        return position;
    }

    private static Definition Definition(EnumSymbol symbol)
    {
        EnumSyntax syntax = symbol.Syntax;
        IEnumerable<EnumValueSymbol> values = InOrder(symbol);
        AttributeSet attributes = new(syntax.Attributes, symbol.Source);
        return syntax.IsUnion
            ? new UnionDefinition
            {
                FullName = symbol.FullName,
                Namespace = symbol.Scope,
                Name = syntax.Name.Text,
                Span = symbol.Source.Span(syntax.Name),
                Documentation = Documentation(syntax),
                Attributes = attributes.ToEntries(),
                Underlying = symbol.Underlying,
                HasExplicitType = syntax.Underlying is not null,
                Members = new EquatableArray<UnionMember>(values.Where(value => value.Syntax is not null).Select(value => Member(symbol, value))),
            }
            : new EnumDefinition
            {
                FullName = symbol.FullName,
                Namespace = symbol.Scope,
                Name = syntax.Name.Text,
                Span = symbol.Source.Span(syntax.Name),
                Documentation = Documentation(syntax),
                Attributes = attributes.ToEntries(),
                Underlying = symbol.Underlying,
                IsBitFlags = symbol.IsBitFlags,
                Values = new EquatableArray<EnumValue>(values.Select(value => Value(symbol, value))),
            };
    }

    private static UnionMember Member(EnumSymbol symbol, EnumValueSymbol value) => new()
    {
        Name = value.Name,
        Id = value.Number,
        Type = value.Type!.ToReference(),
        Span = symbol.Source.Span(value.Syntax!.Name),
        Documentation = Documentation(value.Syntax),
        Attributes = new AttributeSet(value.Syntax.Attributes, symbol.Source).ToEntries(),
    };

    /// <summary>Creates a value. The NONE of an empty enum has no syntax.</summary>
    private static EnumValue Value(EnumSymbol symbol, EnumValueSymbol value) => new()
    {
        Name = value.Name,
        Value = value.Number,
        Span = symbol.Source.Span(value.Syntax?.Name ?? symbol.Syntax.Name),
        Documentation = value.Syntax is null ? default : Documentation(value.Syntax),
        Attributes = value.Syntax is null ? default : new AttributeSet(value.Syntax.Attributes, symbol.Source).ToEntries(),
    };
}
