namespace Codec.Schema.Syntax;

internal sealed partial class Parser
{
    /// <summary>The maximum nesting depth of functions around a constant. It is limited because each level takes a stack frame.</summary>
    private const int MaxCallDepth = 16;

    /// <summary>Parses the attributes in parentheses. Returns an empty list if there are none, or null after an error.</summary>
    private List<AttributeSyntax>? Attributes()
    {
        List<AttributeSyntax> attributes = [];
        if (!_token.Is('('))
        {
            return attributes;
        }

        do
        {
            Advance();
            if (_token.Kind is not (TokenKind.Identifier or TokenKind.Text))
            {
                Fail("an attribute's name");
                return null;
            }

            Token token = Advance();
            SyntaxName name = new(token.Text, token.Start, token.Length);
            LiteralSyntax? value = null;
            if (_token.Is(':'))
            {
                Advance();
                value = AttributeValue();
                if (value is null)
                {
                    return null;
                }
            }

            attributes.Add(new AttributeSyntax(name, value));
        }
        while (_token.Is(','));

        return Expect(')') ? attributes : null;
    }

    private LiteralSyntax? AttributeValue()
    {
        switch (_token.Kind)
        {
            case TokenKind.Text: return Literal(LiteralKind.Text, Advance());
            case TokenKind.Integer: return Literal(LiteralKind.Integer, Advance());
            default:
                Fail("an integer or a string in quotes");
                return null;
        }
    }

    private LiteralSyntax? Value(int depth = 0)
    {
        Token token = _token;
        switch (token.Kind)
        {
            case TokenKind.Integer: return Literal(LiteralKind.Integer, Advance());
            case TokenKind.Real: return Literal(LiteralKind.Real, Advance());
            case TokenKind.Text: return Literal(LiteralKind.Text, Advance());
            case TokenKind.Identifier:
                Advance();
                return _token.Is('(') && _token.Start == token.End ? Call(token, depth) : Literal(LiteralKind.Name, token);
            case TokenKind.Punctuation when token.Is('['):
                Advance();
                if (!_token.Is(']'))
                {
                    Fail("']' (the only default of a vector is the empty one)");
                    return null;
                }

                return new LiteralSyntax(LiteralKind.EmptyVector, "[]", token.Start, Advance().End - token.Start);
            case TokenKind.Punctuation when token.Is('-') || token.Is('+'):
                Advance();
                if (_token.Kind != TokenKind.Identifier || _token.Start != token.End)
                {
                    Fail("a number right after the sign");
                    return null;
                }

                string name = token.Text + _token.Text;
                return new LiteralSyntax(LiteralKind.Name, name, token.Start, Advance().End - token.Start);
            default:
                Fail("a value");
                return null;
        }
    }

    private LiteralSyntax? Call(Token name, int depth)
    {
        if (depth >= MaxCallDepth)
        {
            Fail("fewer nested calls");
            return null;
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
