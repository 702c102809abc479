namespace Codec.Schema.Syntax;

internal sealed partial class Parser
{
    private bool Record(List<DeclarationSyntax> declarations)
    {
        Token word = Advance();
        bool isStruct = word.Text == "struct";
        if (Name(isStruct ? "the struct's name" : "the table's name") is not { } name || Attributes() is not { } attributes || !Expect('{'))
        {
            return false;
        }

        List<FieldSyntax> fields = [];
        while (!AtEnd && !_token.Is('}') && !(_lastError >= word.Start && StartsDeclaration()))
        {
            if (Field() is { } field)
            {
                fields.Add(field);
            }
            else
            {
                SkipMember(';');
            }
        }

        declarations.Add(new RecordSyntax(name, word.Documentation, attributes, isStruct, fields));
        return Close("a field or '}'");
    }

    private FieldSyntax? Field()
    {
        IReadOnlyList<string>? documentation = _token.Documentation;
        if (Name("a field's name or '}'") is not { } name || !Expect(':') || Type() is not { } type)
        {
            return null;
        }

        LiteralSyntax? value = null;
        if (_token.Is('='))
        {
            Advance();
            value = Value();
            if (value is null)
            {
                return null;
            }
        }

        return Attributes() is { } attributes && Expect(';') ? new FieldSyntax(name, documentation, attributes, type, value) : null;
    }

    private TypeSyntax? Type()
    {
        if (!_token.Is('['))
        {
            if (DottedName("a type") is not { } plain)
            {
                return null;
            }

            // As in C# and C++.
            if (_token.Is('['))
            {
                Fail($"'[{plain.Text}]' for a vector, or '[{plain.Text}:3]' for an array in a struct");
                return null;
            }

            return new TypeSyntax(plain, TypeShape.Plain, null);
        }

        Advance();
        if (_token.Is('['))
        {
            Fail("an element type (a vector of vectors needs a table between them)");
            return null;
        }

        if (DottedName("an element type") is not { } element)
        {
            return null;
        }

        LiteralSyntax? length = null;
        if (_token.Is(':'))
        {
            Advance();
            if (_token.Kind != TokenKind.Integer)
            {
                Fail("the array's length");
                return null;
            }

            length = Literal(LiteralKind.Integer, Advance());
        }

        return Expect(']') ? new TypeSyntax(element, length is null ? TypeShape.Vector : TypeShape.Array, length) : null;
    }

    private bool Enum(List<DeclarationSyntax> declarations)
    {
        Token word = Advance();
        bool isUnion = word.Text == "union";
        if (Name(isUnion ? "the union's name" : "the enum's name") is not { } name)
        {
            return false;
        }

        SyntaxName? underlying = null;
        if (_token.Is(':'))
        {
            Advance();
            underlying = DottedName("an integer type");
            if (underlying is null)
            {
                return false;
            }
        }
        else if (!isUnion)
        {
            return Fail("':' and the enum's integer type");
        }

        if (Attributes() is not { } attributes || !Expect('{'))
        {
            return false;
        }

        List<EnumValueSyntax> values = [];
        while (!AtEnd && !_token.Is('}') && !(_lastError >= word.Start && StartsDeclaration()))
        {
            EnumValueSyntax? value = EnumValue(isUnion);
            if (value is null || (!_token.Is('}') && !ExpectComma()))
            {
                SkipMember(',');
            }

            if (value is not null)
            {
                values.Add(value);
            }
        }

        declarations.Add(new EnumSyntax(name, word.Documentation, attributes, isUnion, underlying, values));
        return Close("a value or '}'");
    }

    private EnumValueSyntax? EnumValue(bool isUnion)
    {
        IReadOnlyList<string>? documentation = _token.Documentation;
        SyntaxName? name = isUnion ? DottedName("a table, a struct or an alias") : Name("a value's name or '}'");
        if (name is null)
        {
            return null;
        }

        bool hasAlias = false;
        TypeSyntax? type = isUnion ? new TypeSyntax(name, TypeShape.Plain, null) : null;
        if (isUnion && _token.Is(':'))
        {
            Advance();
            hasAlias = true;
            type = Type();
            if (type is null)
            {
                return null;
            }
        }

        LiteralSyntax? number = null;
        if (_token.Is('='))
        {
            Advance();
            if (_token.Kind != TokenKind.Integer)
            {
                Fail("an integer");
                return null;
            }

            number = Literal(LiteralKind.Integer, Advance());
        }

        return Attributes() is { } attributes ? new EnumValueSyntax(name, documentation, attributes, hasAlias, type, number) : null;
    }

    private bool ExpectComma()
    {
        if (!_token.Is(','))
        {
            return Fail("',' or '}'");
        }

        Advance();
        return true;
    }

    private bool Service(List<DeclarationSyntax> declarations)
    {
        Token word = Advance();
        if (Name("the service's name") is not { } name || Attributes() is not { } attributes || !Expect('{'))
        {
            return false;
        }

        List<MethodSyntax> methods = [];
        do
        {
            if (Method() is { } method)
            {
                methods.Add(method);
            }
            else
            {
                SkipMember(';');
            }
        }
        while (!AtEnd && !_token.Is('}') && !(_lastError >= word.Start && StartsDeclaration()));

        declarations.Add(new ServiceSyntax(name, word.Documentation, attributes, methods));
        return Close("a method or '}'");
    }

    private MethodSyntax? Method()
    {
        IReadOnlyList<string>? documentation = _token.Documentation;
        return Name("a method's name") is { } name
            && Expect('(') && DottedName("the request's table") is { } request && Expect(')')
            && Expect(':') && DottedName("the response's table") is { } response
            && Attributes() is { } attributes && Expect(';')
            ? new MethodSyntax(name, documentation, attributes, request, response)
            : null;
    }

    private bool Close(string expected)
    {
        if (!_token.Is('}'))
        {
            return Fail(expected);
        }

        Advance();
        return true;
    }
}
