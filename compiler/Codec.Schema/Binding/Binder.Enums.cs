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
        Allow(attributes, "force_align", false, "is allowed only on a struct or a vector");
        Allow(attributes, "bit_flags", !syntax.IsUnion, "is allowed only on an enum");
        bool isFree = IsFree(fullName, syntax.Name);
        if (symbol.IsBitFlags && ScalarType.Of(symbol.Underlying).IsSigned)
        {
            Report(SchemaRule.SignedBitFlags, syntax.Name, $"'{syntax.Name.Text}' has bit flags of a signed type; an unsigned one has room for the top flag.");
        }

        if (syntax.IsUnion || syntax.Values.Count == 0)
        {
            EnumValueSyntax none = new(syntax.Name, Documentation: null, Attributes: [], Alias: false, Type: null, Number: null);
            symbol.Add(new EnumValueSymbol("NONE", new ScalarValue(symbol.Underlying, 0), none, null));
        }

        foreach (EnumValueSyntax value in syntax.Values)
        {
            BindEnumValue(symbol, value);
        }

        RejectSecondNameOfSmallest(symbol);

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

        ScalarKind kind = _symbols.FindEnum(_scope, name.Text) is { IsUnion: false } other ? Use(name, other).Underlying : ScalarType.Find(name.Text)?.Kind ?? ScalarKind.None;
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
                SchemaRule.DuplicateEnumNumber, sorted[1].Syntax.Name, $"'{sorted[1].Name}' has the number of '{sorted[0].Name}'; expected another one, because the smallest number of an enum must be unique.");
        }
    }

    private static IEnumerable<EnumValueSymbol> InOrder(EnumSymbol symbol) => symbol.Values.OrderBy(value => value.Number.Integer);

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

        return new BoundType(Refer(syntax.Name));
    }

    /// <summary>Returns the number of a value, or the bit if it is a bit flag; null after an error.</summary>
    private ScalarValue? Number(EnumSymbol symbol, EnumValueSyntax syntax)
    {
        ScalarType type = ScalarType.Of(symbol.Underlying);
        decimal number = 0;
        if (syntax.Number is { } literal)
        {
            number = NumberText.Integer(literal.Text) ?? 0;
        }
        else if (symbol.Values.Count > 0)
        {
            ScalarValue last = symbol.Values[symbol.Values.Count - 1].Number;
            number = 1 + (symbol.IsBitFlags ? BitPosition(last) : last.Integer);
        }

        if (!symbol.IsBitFlags)
        {
            ScalarValue? value = NumberText.Fit(type.Kind, number);
            if (value is null)
            {
                Report(SchemaRule.ValueOutOfRange, syntax.Name, $"The number of '{syntax.Name.Text}' does not fit the enum's type; expected {NumberText.Range(type.Kind)}.");
            }

            return value;
        }

        // The sign bit is not a flag.
        int bits = (8 * type.Size) - (type.IsSigned ? 1 : 0);
        if (number >= 0 && number < bits)
        {
            return ScalarValue.OfWhole(type.Kind, 1L << (int)number);
        }

        Report(SchemaRule.ValueOutOfRange, syntax.Name, $"The bit of '{syntax.Name.Text}' is out of range; expected 0 to {bits - 1}.");
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
        IEnumerable<EnumValueSymbol> values = InOrder(symbol);
        Definition definition = symbol.IsUnion
            ? new UnionDefinition
            {
                FullName = symbol.FullName,
                Namespace = symbol.Scope,
                Underlying = symbol.Underlying,
                Members = new EquatableArray<UnionMember>(values.Where(value => value.Type is not null).Select(Member)),
            }
            : new EnumDefinition
            {
                FullName = symbol.FullName,
                Namespace = symbol.Scope,
                Underlying = symbol.Underlying,
                IsBitFlags = symbol.IsBitFlags,
                Values = new EquatableArray<EnumValue>(values.Select(Value)),
            };
        return Describe(definition, symbol.Syntax, symbol.Source);

        UnionMember Member(EnumValueSymbol value)
        {
            UnionMember member = new() { Id = value.Number, Type = value.Type!.ToReference() };
            return Describe(member, value.Syntax, symbol.Source) with { Name = value.Name };
        }

        EnumValue Value(EnumValueSymbol value) => Describe(new EnumValue { Value = value.Number }, value.Syntax, symbol.Source) with { Name = value.Name };
    }
}
