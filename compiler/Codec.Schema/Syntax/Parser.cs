namespace Codec.Schema.Syntax;

/// <summary>Parses the text of a schema into declarations. After an error, it continues with the next field or declaration.</summary>
internal sealed partial class Parser
{
    // A lookup combines a name with each enclosing namespace. Without these limits, a small file could take hours.
    private const int MaxNameLength = 1024;
    private const int MaxNameParts = 64;

    private readonly SourceText _source;
    private readonly DiagnosticBag _diagnostics;
    private readonly Lexer _lexer;
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
        return new FileSyntax(source, [], []);
    }

    private FileSyntax File()
    {
        if (AtEnd)
        {
            _diagnostics.Report(SchemaRule.EmptyFile, _source.Span(0, 0), "The file declares nothing.");
        }

        List<LiteralSyntax> includes = [];
        List<DeclarationSyntax> declarations = [];
        bool declared = false;
        while (!AtEnd)
        {
            int start = _token.Start;
            bool isInclude = IsWord("include");
            bool isHeader = isInclude || IsWord("native_include");
            if (isHeader && declared)
            {
                _diagnostics.Report(SchemaRule.MisplacedInclude, _source.Span(start, _token.Length), "Includes must come before all declarations.");
            }

            bool ok = isInclude ? Include(includes) : Declaration(declarations);
            declared |= !isHeader;
            if (!ok)
            {
                SkipDeclaration(start);
            }
        }

        return new FileSyntax(_source, includes, declarations);
    }

    private bool Include(List<LiteralSyntax> includes)
    {
        Advance();
        if (Text("the included file in quotes") is not { } file || !Expect(';'))
        {
            return false;
        }

        includes.Add(file);
        return true;
    }

    private bool Declaration(List<DeclarationSyntax> declarations)
    {
        Token first = _token;
        if (first.Kind == TokenKind.Identifier)
        {
            switch (first.Text)
            {
                case "namespace": return Add(declarations, Namespace());
                case "table" or "struct": return Record(declarations);
                case "enum" or "union": return Enum(declarations);
                case "rpc_service": return Service(declarations);
                case "root_type": return Add(declarations, RootType());
                case "attribute": return Add(declarations, AttributeDeclaration());
                case "file_identifier": return Add(declarations, Quoted(value => new FileIdentifierSyntax(value)));
                case "file_extension": return Add(declarations, Quoted(value => new FileExtensionSyntax(value)));
                case "native_include":
                    Advance();
                    return Text("the C++ header in quotes") is not null && Expect(';');
            }
        }

        return Fail("a declaration such as table, struct, enum, union or namespace");
    }

    private static bool Add(List<DeclarationSyntax> declarations, DeclarationSyntax? declaration)
    {
        if (declaration is null)
        {
            return false;
        }

        declarations.Add(declaration);
        return true;
    }

    private NamespaceSyntax? Namespace()
    {
        Advance();
        SyntaxName? name = null;
        if (!_token.Is(';'))
        {
            name = DottedName("a namespace");
            if (name is null)
            {
                return null;
            }
        }

        return Expect(';') ? new NamespaceSyntax(name?.Text ?? string.Empty) : null;
    }

    private RootTypeSyntax? RootType()
    {
        Advance();
        return DottedName("the root table's name") is { } name && Expect(';') ? new RootTypeSyntax(name) : null;
    }

    private AttributeDeclarationSyntax? AttributeDeclaration()
    {
        Advance();
        if (_token.Kind is not (TokenKind.Text or TokenKind.Identifier))
        {
            Fail("the attribute's name in quotes");
            return null;
        }

        string name = Advance().Text;
        return Expect(';') ? new AttributeDeclarationSyntax(name) : null;
    }

    private DeclarationSyntax? Quoted(System.Func<LiteralSyntax, DeclarationSyntax> make)
    {
        Advance();
        return Text("a string in quotes") is { } value && Expect(';') ? make(value) : null;
    }

    private LiteralSyntax? Text(string expected)
    {
        if (_token.Kind != TokenKind.Text)
        {
            Fail(expected);
            return null;
        }

        Token token = Advance();
        return new LiteralSyntax(LiteralKind.Text, token.Text, token.Start, token.Length);
    }

    private SyntaxName? Name(string expected)
    {
        if (_token.Kind != TokenKind.Identifier)
        {
            Fail(expected);
            return null;
        }

        if (_token.Length > MaxNameLength)
        {
            Fail($"a name of at most {MaxNameLength} characters");
            return null;
        }

        Token token = Advance();
        return new SyntaxName(token.Text, token.Start, token.Length);
    }

    private SyntaxName? DottedName(string expected)
    {
        SyntaxName? name = Name(expected);
        for (int parts = 1; name is not null && _token.Is('.'); parts++)
        {
            if (parts == MaxNameParts || name.Length > MaxNameLength)
            {
                Fail($"a name of at most {MaxNameLength} characters and {MaxNameParts} parts");
                return null;
            }

            Advance();
            name = Name("a name after the dot") is { } part
                ? new SyntaxName(name.Text + "." + part.Text, name.Start, part.Start + part.Length - name.Start)
                : null;
        }

        return name;
    }

    private bool IsWord(string word) => _token.Kind == TokenKind.Identifier && _token.Text == word;

    private Token Advance()
    {
        Token token = _token;
        _token = _lexer.Next();
        return token;
    }

    private bool Expect(char punctuation)
    {
        if (!_token.Is(punctuation))
        {
            return Fail($"'{punctuation}'");
        }

        Advance();
        return true;
    }

    /// <summary>Reports an unexpected token, at most once per token.</summary>
    private bool Fail(string expected)
    {
        if (_token.Start != _lastError)
        {
            _lastError = _token.Start;
            _diagnostics.Report(
                SchemaRule.UnexpectedToken, _source.Span(_token.Start, _token.Length), $"Expected {expected}, found {_token.Describe()}.");
        }

        return false;
    }

    private static LiteralSyntax Literal(LiteralKind kind, Token token) => new(kind, token.Text, token.Start, token.Length);

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
