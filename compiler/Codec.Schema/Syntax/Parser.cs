namespace Codec.Schema.Syntax;

/// <summary>Parses the text of a schema into declarations. After an error, it continues with the next field or declaration.</summary>
internal sealed partial class Parser
{
    // A lookup combines a name with each enclosing namespace. Without these limits, a small file could take hours.
    private const int MaxNameLength = 1024;
    private const int MaxNameParts = 64;

    /// <summary>The maximum nesting depth of functions around a constant. It is limited because each level takes a stack frame.</summary>
    private const int MaxCallDepth = 16;

    private readonly SourceText _source;
    private readonly DiagnosticBag _diagnostics;
    private readonly Lexer _lexer;
    private readonly List<DeclarationSyntax> _declarations = [];
    private Token _token;
    private int _lastError = -1;

    private Parser(SourceText source, DiagnosticBag diagnostics)
    {
        _source = source;
        _diagnostics = diagnostics;
        _lexer = new Lexer(source, diagnostics);
        _token = _lexer.Next();
    }

    private bool AtEnd => _token.Kind == TokenKind.EndOfFile;

    internal static FileSyntax Parse(SchemaSource file, DiagnosticBag diagnostics)
    {
        SourceText source = new(file);
        int nul = file.Text.IndexOf('\0');
        if (nul < 0)
        {
            return new Parser(source, diagnostics).File();
        }

        diagnostics.Report(SchemaRule.NotUtf8, source.Span(nul, 1), "The file has a zero byte; expected text in UTF-8, and not in UTF-16.");
        return new FileSyntax(source, []);
    }

    private FileSyntax File()
    {
        if (AtEnd)
        {
            _diagnostics.Report(SchemaRule.EmptyFile, _source.Span(0, 0), "The file declares nothing.");
        }

        bool declared = false;
        while (!AtEnd)
        {
            Token first = _token;
            bool isInclude = first is { Kind: TokenKind.Identifier, Text: "include" or "native_include" };
            if (isInclude && declared)
            {
                _diagnostics.Report(SchemaRule.MisplacedInclude, _source.Span(first.Start, first.Length), "Includes must come before all declarations.");
            }

            declared |= !isInclude;
            if (!Declaration(first))
            {
                SkipDeclaration(first.Start);
            }
        }

        return new FileSyntax(_source, _declarations);
    }

    private bool Declaration(Token first) => (first.Kind == TokenKind.Identifier ? first.Text : null) switch
    {
        "namespace" => Statement(() => _token.Is(';') ? new SyntaxText(string.Empty, _token.Start, 0) : DottedName("a namespace")),
        "table" or "struct" => Record(),
        "enum" or "union" => Enum(),
        "rpc_service" => Service(),
        "root_type" => Statement(() => DottedName("the root table's name")),
        "attribute" => Statement(() => Literal("the attribute's name in quotes", TokenKind.Text, TokenKind.Identifier)),
        "file_identifier" or "file_extension" => Statement(() => Literal("a string in quotes", TokenKind.Text)),
        "include" => Statement(() => Literal("the included file in quotes", TokenKind.Text)),
        "native_include" => Statement(() => Literal("the C++ header in quotes", TokenKind.Text)),
        _ => Fail("a declaration such as table, struct, enum, union or namespace"),
    };

    private bool Statement(Func<SyntaxText?> parse)
    {
        Token keyword = Advance();
        if (parse() is not { } value || !Expect(';'))
        {
            return false;
        }

        _declarations.Add(new StatementSyntax(keyword.Text, value));
        return true;
    }

    private LiteralSyntax? Literal(string expected, params TokenKind[] kinds) =>
        kinds.Contains(_token.Kind) ? Literal(Advance()) : Fail<LiteralSyntax>(expected);

    private static LiteralSyntax Literal(Token token)
    {
        LiteralKind kind = token.Kind switch
        {
            TokenKind.Integer => LiteralKind.Integer,
            TokenKind.Real => LiteralKind.Real,
            TokenKind.Text => LiteralKind.Text,
            _ => LiteralKind.Name,
        };
        return new LiteralSyntax(kind, token.Text, token.Start, token.Length);
    }

    private SyntaxText? Name(string expected)
    {
        if (_token.Kind != TokenKind.Identifier)
        {
            return Fail<SyntaxText>(expected);
        }

        return _token.Length > MaxNameLength ? Fail<SyntaxText>($"a name of at most {MaxNameLength} characters") : Syntax(Advance());
    }

    private static SyntaxText Syntax(Token token) => new(token.Text, token.Start, token.Length);

    private SyntaxText? DottedName(string expected)
    {
        SyntaxText? name = Name(expected);
        for (int parts = 1; name is not null && _token.Is('.'); parts++)
        {
            if (parts == MaxNameParts || name.Length > MaxNameLength)
            {
                return Fail<SyntaxText>($"a name of at most {MaxNameLength} characters and {MaxNameParts} parts");
            }

            Advance();
            name = Name("a name after the dot") is { } part
                ? new SyntaxText(name.Text + "." + part.Text, name.Start, part.Start + part.Length - name.Start)
                : null;
        }

        return name;
    }

    private Token Advance()
    {
        Token token = _token;
        _token = _lexer.Next();
        return token;
    }

    private bool Accept(char punctuation)
    {
        bool isAccepted = _token.Is(punctuation);
        if (isAccepted)
        {
            Advance();
        }

        return isAccepted;
    }

    private bool Expect(char punctuation) => Accept(punctuation) || Fail($"'{punctuation}'");

    /// <summary>Reports an unexpected token, at most once per token.</summary>
    private bool Fail(string expected)
    {
        if (_token.Start != _lastError)
        {
            _lastError = _token.Start;
            _diagnostics.Report(SchemaRule.UnexpectedToken, _source.Span(_token.Start, _token.Length), $"Expected {expected}, found {_token.Describe()}.");
        }

        return false;
    }

    private T? Fail<T>(string expected)
        where T : class
    {
        Fail(expected);
        return null;
    }

    private static readonly string[] DeclarationWords =
    [
        "namespace", "table", "struct", "enum", "union", "root_type", "attribute", "rpc_service", "file_identifier", "file_extension", "include",
    ];

    /// <summary>Skips to the probable start of the next declaration, which is always after the start of the one that failed.</summary>
    private void SkipDeclaration(int start)
    {
        int depth = 0;
        while (!AtEnd)
        {
            if (_token.Start > start && StartsDeclaration())
            {
                return;
            }

            Token token = Advance();
            depth += token.Is('{') ? 1 : 0;
            depth -= token.Is('}') ? 1 : 0;
            if (depth <= 0 && (token.Is('}') || token.Is(';')))
            {
                return;
            }
        }
    }

    /// <summary>Skips the rest of a member that failed: past its separator, to the '}' of the body, or to the next declaration.</summary>
    private void SkipMember(char separator)
    {
        while (!AtEnd && !_token.Is('}') && !StartsDeclaration())
        {
            if (Advance().Is(separator))
            {
                return;
            }
        }
    }

    /// <summary>
    /// Returns whether the token is the first word of a declaration at the start of a line. An indented word may be the name of a field instead.
    /// </summary>
    private bool StartsDeclaration() =>
        _token.Kind == TokenKind.Identifier
        && _source.IsLineStart(_token.Start)
        && Array.IndexOf(DeclarationWords, _token.Text) >= 0;
}
