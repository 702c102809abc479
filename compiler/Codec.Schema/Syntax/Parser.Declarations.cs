namespace Codec.Schema.Syntax;

internal sealed partial class Parser
{
    private bool Record()
    {
        Token word = Advance();
        bool isStruct = word.Text == "struct";
        if (Name(isStruct ? "the struct's name" : "the table's name") is not { } name || Attributes() is not { } attributes || !Expect('{'))
        {
            return false;
        }

        _declarations.Add(new RecordSyntax(name, word.Documentation, attributes, isStruct, Members(word, ';', Field)));
        return Accept('}') || Fail("a field or '}'");
    }

    private bool Enum()
    {
        Token word = Advance();
        bool isUnion = word.Text == "union";
        if (Name(isUnion ? "the union's name" : "the enum's name") is not { } name)
        {
            return false;
        }

        SyntaxText? underlying = null;
        if (Accept(':'))
        {
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

        _declarations.Add(new EnumSyntax(name, word.Documentation, attributes, isUnion, underlying, Members(word, ',', () => EnumValue(isUnion))));
        return Accept('}') || Fail("a value or '}'");
    }

    private bool Service()
    {
        Token word = Advance();
        if (Name("the service's name") is not { } name || Attributes() is not { } attributes || !Expect('{'))
        {
            return false;
        }

        if (AtEnd || _token.Is('}'))
        {
            Fail("a method's name");
        }

        _declarations.Add(new ServiceSyntax(name, word.Documentation, attributes, Members(word, ';', Method)));
        return Accept('}') || Fail("a method or '}'");
    }

    /// <summary>Parses the members of a body up to its '}', or up to the next declaration if a '}' is probably missing.</summary>
    /// <param name="word">The first word of the declaration.</param>
    /// <param name="separator">The character after a member.</param>
    /// <param name="parse">Parses a member. Returns null after an error.</param>
    private List<T> Members<T>(Token word, char separator, Func<T?> parse)
        where T : class
    {
        List<T> members = [];
        while (!AtEnd && !_token.Is('}') && !(_lastError >= word.Start && StartsDeclaration()))
        {
            if (parse() is { } member)
            {
                members.Add(member);
            }
            else
            {
                SkipMember(separator);
            }
        }

        return members;
    }

    private FieldSyntax? Field()
    {
        IReadOnlyList<string>? documentation = _token.Documentation;
        if (Name("a field's name or '}'") is not { } name || !Expect(':') || Type() is not { } type)
        {
            return null;
        }

        LiteralSyntax? value = null;
        if (Accept('=') && (value = Value()) is null)
        {
            return null;
        }

        return Attributes() is { } attributes && Expect(';') ? new FieldSyntax(name, documentation, attributes, type, value) : null;
    }

    private TypeSyntax? Type()
    {
        if (!Accept('['))
        {
            SyntaxText? plain = DottedName("a type");

            // As in C# and C++.
            return plain is null ? null
                : _token.Is('[') ? Fail<TypeSyntax>($"'[{plain.Text}]' for a vector, or '[{plain.Text}:3]' for an array in a struct")
                : new TypeSyntax(plain);
        }

        if (_token.Is('['))
        {
            return Fail<TypeSyntax>("an element type (a vector of vectors needs a table between them)");
        }

        if (DottedName("an element type") is not { } element)
        {
            return null;
        }

        LiteralSyntax? length = null;
        if (Accept(':') && (length = Literal("the array's length", TokenKind.Integer)) is null)
        {
            return null;
        }

        return Expect(']') ? new TypeSyntax(element, HasBrackets: true, length) : null;
    }

    private EnumValueSyntax? EnumValue(bool isUnion)
    {
        IReadOnlyList<string>? documentation = _token.Documentation;
        SyntaxText? name = isUnion ? DottedName("a table, a struct or an alias") : Name("a value's name or '}'");
        if (name is null)
        {
            return null;
        }

        TypeSyntax? type = isUnion ? new TypeSyntax(name) : null;
        bool hasAlias = isUnion && Accept(':');
        if (hasAlias && (type = Type()) is null)
        {
            return null;
        }

        LiteralSyntax? number = null;
        if ((Accept('=') && (number = Literal("an integer", TokenKind.Integer)) is null) || Attributes() is not { } attributes)
        {
            return null;
        }

        if (!_token.Is('}') && !Accept(','))
        {
            Fail("',' or '}'");
            SkipMember(',');
        }

        return new EnumValueSyntax(name, documentation, attributes, hasAlias, type, number);
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

    /// <summary>Parses the attributes in parentheses. Returns an empty list if there are none, or null after an error.</summary>
    private IReadOnlyList<AttributeSyntax>? Attributes()
    {
        if (!_token.Is('('))
        {
            return [];
        }

        List<AttributeSyntax> attributes = [];
        do
        {
            Advance();
            if (_token.Kind is not (TokenKind.Identifier or TokenKind.Text))
            {
                return Fail<IReadOnlyList<AttributeSyntax>>("an attribute's name");
            }

            Token name = Advance();
            LiteralSyntax? value = null;
            if (Accept(':') && (value = Literal("an integer or a string in quotes", TokenKind.Text, TokenKind.Integer)) is null)
            {
                return null;
            }

            attributes.Add(new AttributeSyntax(Syntax(name), value));
        }
        while (_token.Is(','));

        return Expect(')') ? attributes : null;
    }

    private LiteralSyntax? Value(int depth = 0)
    {
        Token token = _token;
        switch (token.Kind)
        {
            case TokenKind.Integer or TokenKind.Real or TokenKind.Text:
                return Literal(Advance());
            case TokenKind.Identifier:
                Advance();
                return _token.Is('(') && _token.Start == token.End ? Call(token, depth) : Literal(token);
            case TokenKind.Punctuation when token.Is('['):
                Advance();
                return _token.Is(']')
                    ? new LiteralSyntax(LiteralKind.EmptyVector, "[]", token.Start, Advance().End - token.Start)
                    : Fail<LiteralSyntax>("']' (the only default of a vector is the empty one)");
            case TokenKind.Punctuation when token.Is('-') || token.Is('+'):
                Advance();
                return _token.Kind == TokenKind.Identifier && _token.Start == token.End
                    ? new LiteralSyntax(LiteralKind.Name, token.Text + _token.Text, token.Start, Advance().End - token.Start)
                    : Fail<LiteralSyntax>("a number right after the sign");
            default:
                return Fail<LiteralSyntax>("a value");
        }
    }

    private LiteralSyntax? Call(Token name, int depth)
    {
        if (depth >= MaxCallDepth)
        {
            return Fail<LiteralSyntax>("fewer nested calls");
        }

        Advance();
        if (Value(depth + 1) is not { } argument)
        {
            return null;
        }

        int end = _token.End;
        return Expect(')') ? new LiteralSyntax(LiteralKind.Call, name.Text, name.Start, end - name.Start, argument) : null;
    }
}
