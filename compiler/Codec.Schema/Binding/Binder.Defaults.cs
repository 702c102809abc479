namespace Codec.Schema.Binding;

internal sealed partial class Binder
{
    private FieldDefault BindDefault(FieldSyntax field, BoundType type)
    {
        LiteralSyntax? literal = field.Default;
        switch (type.Kind)
        {
            case TypeKind.Scalar or TypeKind.Enum:
                return BindScalarDefault(field, type);
            case TypeKind.String when literal is { Kind: LiteralKind.Text }:
                return new FieldDefault(FieldPresence.Default, Text: literal.Text);
            case TypeKind.Vector when literal is { Kind: LiteralKind.EmptyVector }:
                return new FieldDefault(FieldPresence.Default, IsEmptyVector: true);
            default:
                if (literal is not null && !(diagnostics.IsIncomplete && type.Record is { IsDeclared: false }))
                {
                    string expected = type.Kind == TypeKind.String ? "a string in quotes" : type.Kind == TypeKind.Vector ? "[]" : "no default";
                    Report(SchemaRule.ValueMismatch, literal, $"'{literal.Shown}' cannot be the default of '{field.Name.Text}'; expected {expected}.");
                }

                return new FieldDefault(FieldPresence.Default);
        }
    }

    private FieldDefault BindScalarDefault(FieldSyntax field, BoundType type)
    {
        ScalarValue zero = new(type.Scalar, 0);
        LiteralSyntax? literal = field.Default;
        if (literal is { IsNull: true })
        {
            if (type.Enum?.Find("null") is not null)
            {
                Report(
                    SchemaRule.ValueMismatch,
                    literal,
                    $"'null' cannot be the default of '{field.Name.Text}', because it is also a value of '{type.Enum.FullName}'; expected another value.");
            }

            return new FieldDefault(FieldPresence.Optional);
        }

        ScalarValue? value = literal is null ? zero : Constant(literal, type);
        if (type.Enum is { } symbol && value is { } known)
        {
            CheckDefaultIsInEnum(field, symbol, known);
        }

        return new FieldDefault(FieldPresence.Default, value ?? zero);
    }

    private ScalarValue? Constant(LiteralSyntax literal, BoundType type)
    {
        if (literal.HasEscapes)
        {
            Report(SchemaRule.ValueMismatch, literal, $"'{literal.Shown}' is written with escapes; expected none in a default that is not a string.");
            return null;
        }

        bool startsLikeName = literal.Text.Length > 0 && (char.IsLetter(literal.Text[0]) || literal.Text[0] == '_');
        if (type.Enum is { } symbol && literal.Kind is LiteralKind.Name or LiteralKind.Text && startsLikeName)
        {
            return EnumNames(literal, symbol, type.Scalar);
        }

        if (ScalarType.Of(type.Scalar).IsReal)
        {
            return Real(literal, type.Scalar);
        }

        if (type.Scalar == ScalarKind.Bool && literal.Kind is LiteralKind.Name or LiteralKind.Text && literal.Text is "true" or "false")
        {
            return ScalarValue.OfWhole(ScalarKind.Bool, literal.Text == "true" ? 1 : 0);
        }

        if (literal.Kind == LiteralKind.Text && startsLikeName && type.Scalar != ScalarKind.Bool)
        {
            return QualifiedNames(literal, type.Scalar);
        }

        return Whole(literal, type.Scalar);
    }

    private ScalarValue? Whole(LiteralSyntax literal, ScalarKind kind)
    {
        if (literal.Kind is not (LiteralKind.Integer or LiteralKind.Text) || NumberText.Integer(literal.Text) is not { } number)
        {
            string expected = kind == ScalarKind.Bool ? "true, false or an integer" : "an integer";
            Report(SchemaRule.ValueMismatch, literal, $"'{literal.Shown}' is not a value of the type {ScalarType.Of(kind).Name}; expected {expected}.");
            return null;
        }

        return Fit(kind, number, literal, literal.Shown);
    }

    private ScalarValue? Fit(ScalarKind kind, decimal number, LiteralSyntax literal, string shown)
    {
        ScalarValue? value = NumberText.Fit(kind, number);
        if (value is null)
        {
            Report(SchemaRule.ValueOutOfRange, literal, $"{shown} does not fit the type {ScalarType.Of(kind).Name}; expected {NumberText.Range(kind)}.");
        }

        return value;
    }

    private ScalarValue? Real(LiteralSyntax literal, ScalarKind kind)
    {
        if (literal.Kind == LiteralKind.Call)
        {
            return Call(literal) is { } result ? ScalarValue.OfReal(kind, result) : null;
        }

        if (NumberText.Real(literal.Text, kind) is { } value)
        {
            return ScalarValue.OfReal(kind, value);
        }

        Report(SchemaRule.ValueMismatch, literal, $"'{literal.Shown}' is not a number; expected a number, nan or inf. A hexadecimal number needs an exponent like p0.");
        return null;
    }

    /// <summary>
    /// Evaluates a function of a real number. As in flatc, the result of each function is rounded. The parser limits the nesting depth of functions.
    /// </summary>
    private double? Call(LiteralSyntax literal)
    {
        LiteralSyntax argument = literal.Argument!;
        double? inner = argument.Kind == LiteralKind.Call ? Call(argument) : Real(argument, ScalarKind.Double)?.Real;
        if (inner is not { } x)
        {
            return null;
        }

        double? result = literal.Text switch
        {
            "deg" => x / Math.PI * 180,
            "rad" => x * Math.PI / 180,
            "sin" => Math.Sin(x),
            "cos" => Math.Cos(x),
            "tan" => Math.Tan(x),
            "asin" => Math.Asin(x),
            "acos" => Math.Acos(x),
            "atan" => Math.Atan(x),
            _ => null,
        };
        if (result is not { } value)
        {
            Report(SchemaRule.ValueMismatch, literal, $"Unknown function '{literal.Shown}'; expected deg, rad, sin, cos, tan, asin, acos or atan.");
            return null;
        }

        return NumberText.Round(value);
    }

    /// <summary>Reads names of an enum's values, separated by spaces, and combines their bits.</summary>
    private ScalarValue? EnumNames(LiteralSyntax literal, EnumSymbol symbol, ScalarKind kind)
    {
        ulong bits = 0;
        foreach (string name in literal.Text.Split(' '))
        {
            if (symbol.Find(name) is not { } value)
            {
                string problem = symbol.Values.Count == 0 ? "has no values" : $"has no value '{MessageText.Shorten(name)}'; expected {Choices(symbol)}";
                Report(SchemaRule.UnknownEnumValue, literal, $"'{symbol.FullName}' {problem}.");
                return null;
            }

            Use(literal, name, symbol, value);
            bits |= value.Number.Bits;
        }

        return new ScalarValue(kind, bits);
    }

    /// <summary>Reads names such as <c>Color.Red</c>, separated by spaces, as the default of a plain integer.</summary>
    private ScalarValue? QualifiedNames(LiteralSyntax literal, ScalarKind kind)
    {
        ulong bits = 0;
        bool isNegative = false;
        foreach (string name in literal.Text.Split(' '))
        {
            int dot = name.IndexOf('.');
            if (dot < 0 || _symbols.FindEnum(_scope, name.Substring(0, dot)) is not { } symbol || symbol.Find(name.Substring(dot + 1)) is not { } value)
            {
                Report(SchemaRule.UnknownEnumValue, literal, $"'{MessageText.Shorten(name)}' is not a value of an enum in scope; expected one like Color.Red.");
                return null;
            }

            Use(literal, name, symbol, value);
            bits |= value.Number.Bits;
            isNegative |= ScalarType.Of(symbol.Underlying).IsSigned && value.Number.Whole < 0;
        }

        return Fit(kind, unchecked(isNegative ? (long)bits : (decimal)bits), literal, $"'{literal.Shown}'");
    }

    private static string Choices(EnumSymbol symbol)
    {
        const int Shown = 8;
        string names = string.Join(", ", symbol.Values.Take(Shown).Select(value => value.Name));
        return $"one of {names}{(symbol.Values.Count > Shown ? ", …" : string.Empty)}";
    }
}
