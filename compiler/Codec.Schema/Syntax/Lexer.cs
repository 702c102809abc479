namespace Codec.Schema.Syntax;

/// <summary>Splits any text into the tokens of a schema. Each call advances, or stays at the end.</summary>
internal sealed class Lexer(SourceText source, DiagnosticBag diagnostics)
{
    private const string PunctuationCharacters = "{}()[],:;=.-+";

    // Most tokens are punctuation.
    private static readonly string[] Punctuation = [.. PunctuationCharacters.Select(character => character.ToString())];

    private readonly string _text = source.Text;
    private List<string>? _documentation;
    private int _position;

    private char Current => Peek(0);

    internal Token Next()
    {
        while (!diagnostics.IsFull)
        {
            SkipTrivia();
            if (_position >= _text.Length)
            {
                break;
            }

            int start = _position;
            char first = _text[start];
            if (IsIdentifierStart(first))
            {
                Skip(IsIdentifierPart);
                return Make(TokenKind.Identifier, start);
            }

            _position += first is '-' or '+' ? 1 : 0;
            if (IsDigit(Current) || (Current == '.' && IsDigit(Peek(1))))
            {
                return Number(start);
            }

            _position = start;
            if (first is '"' or '\'')
            {
                return Text(start);
            }

            _position++;
            int punctuation = PunctuationCharacters.IndexOf(first);
            if (punctuation >= 0)
            {
                return new Token(TokenKind.Punctuation, Punctuation[punctuation], start, 1, TakeDocumentation());
            }

            bool isPair = char.IsSurrogatePair(first, Current);
            string character = first == SchemaSource.NoCharacter ? "A byte that is not UTF-8" : Describe(isPair ? char.ConvertToUtf32(first, Current) : first);
            _position += isPair ? 1 : 0;
            Report(SchemaRule.IllegalCharacter, start, _position - start, $"{character} is not allowed in a schema.");
        }

        return new Token(TokenKind.EndOfFile, string.Empty, _text.Length, 0, TakeDocumentation());
    }

    private static bool IsDigit(char c) => c is >= '0' and <= '9';

    private static bool IsIdentifierStart(char c) => c is (>= 'a' and <= 'z') or (>= 'A' and <= 'Z') or '_';

    private static bool IsIdentifierPart(char c) => IsIdentifierStart(c) || IsDigit(c);

    private static string Describe(int character) =>
        character is > ' ' and < '\x7F' ? $"'{(char)character}'" : "U+" + character.ToString("X4", CultureInfo.InvariantCulture);

    private char Peek(int ahead) => _position + ahead < _text.Length ? _text[_position + ahead] : '\0';

    private void SkipTrivia()
    {
        // As in flatc, only a line feed outside of a comment starts a new line here, although a carriage return also ends a line comment.
        bool isNewLine = _position == 0;
        while (_position < _text.Length)
        {
            char c = _text[_position];
            if (c is ' ' or '\t' or '\r' or '\n' || (c == '\uFEFF' && _position == 0))
            {
                isNewLine |= c == '\n';
                _position++;
            }
            else if (c == '/' && Peek(1) == '/')
            {
                LineComment(isNewLine);
            }
            else if (c == '/' && Peek(1) == '*')
            {
                BlockComment();
            }
            else
            {
                return;
            }
        }
    }

    private void LineComment(bool isNewLine)
    {
        int start = _position;
        int end = _text.IndexOfAny(['\r', '\n'], start);
        end = end < 0 ? _text.Length : end;
        _position = end;
        if (start + 2 >= end || _text[start + 2] != '/')
        {
            return;
        }

        if (!isNewLine)
        {
            Report(SchemaRule.MisplacedDocumentation, start, end - start, "A documentation comment must be on its own line, before the declaration that it documents.");
        }

        (_documentation ??= []).Add(_text.Substring(start + 3, end - start - 3));
    }

    private void BlockComment()
    {
        int start = _position;
        int end = _text.IndexOf("*/", start + 2, StringComparison.Ordinal);
        if (end < 0)
        {
            Report(SchemaRule.MalformedLiteral, start, 2, "The comment has no end; expected '*/'.");
            _position = _text.Length;
            return;
        }

        _position = end + 2;
    }

    private Token Make(TokenKind kind, int start) =>
        new(kind, _text.Substring(start, _position - start), start, _position - start, TakeDocumentation());

    private List<string>? TakeDocumentation()
    {
        List<string>? taken = _documentation;
        _documentation = null;
        return taken;
    }

    private void Report(SchemaRule rule, int start, int length, string message) => diagnostics.Report(rule, source.Span(start, length), message);

    private static readonly UTF8Encoding StrictUtf8 = new(encoderShouldEmitUTF8Identifier: false, throwOnInvalidBytes: true);

    private static bool IsHexDigit(char c) => IsDigit(c) || c is (>= 'a' and <= 'f') or (>= 'A' and <= 'F');

    /// <summary>Reads a number that starts at an index, with its sign if it has one. The current position is its first digit or its decimal point.</summary>
    private Token Number(int start)
    {
        bool isHex = _text[_position] == '0' && Peek(1) is 'x' or 'X';
        Func<char, bool> isDigit = isHex ? IsHexDigit : IsDigit;
        _position += isHex ? 2 : 0;
        int digits = Skip(isDigit);
        bool isReal = false;
        if (Current == '.')
        {
            isReal = true;
            _position++;
            digits += Skip(isDigit);
        }

        bool isValid = digits > 0;
        if (isHex ? Current is 'p' or 'P' : Current is 'e' or 'E')
        {
            isReal = true;
            _position++;
            if (Current is '+' or '-')
            {
                _position++;
            }

            isValid &= Skip(IsDigit) > 0;
        }

        if (Current == '.')
        {
            isValid = false;
            _position++;
        }

        if (!isValid)
        {
            Report(SchemaRule.MalformedLiteral, start, _position - start, $"'{MessageText.Shorten(_text.Substring(start, _position - start))}' is not a number.");
        }

        return Make(isReal ? TokenKind.Real : TokenKind.Integer, start);
    }

    private int Skip(Func<char, bool> accept)
    {
        int start = _position;
        while (accept(Current))
        {
            _position++;
        }

        return _position - start;
    }

    /// <summary>Reads a string that starts with a quote at an index. A string that is not closed ends at the end of its line.</summary>
    private Token Text(int start)
    {
        char quote = _text[start];
        StringBuilder value = new();
        _position = start + 1;
        while (_position < _text.Length && _text[_position] != quote)
        {
            char c = _text[_position];
            if (c < ' ')
            {
                break;
            }

            if (c == '\\')
            {
                Escape(value);
            }
            else
            {
                if (c == SchemaSource.NoCharacter)
                {
                    Report(SchemaRule.NotUtf8, _position, 1, "The string has bytes that are not valid UTF-8, or U+FFFF; expected UTF-8, and \\uFFFF for that character.");
                }

                value.Append(c);
                _position++;
            }
        }

        if (Current == quote)
        {
            _position++;
        }
        else
        {
            string found = _position >= _text.Length ? "the end of the file" : Current is '\n' or '\r' ? "the end of the line" : Describe(Current);
            Report(SchemaRule.MalformedLiteral, start, _position - start, $"The string is not closed: expected {quote}, found {found}.");
            Skip(c => c is not ('\r' or '\n' or '\0'));
        }

        return new Token(TokenKind.Text, value.ToString(), start, _position - start, TakeDocumentation());
    }

    private void Escape(StringBuilder value)
    {
        int start = _position;
        char kind = Peek(1);
        _position += 2;
        switch (kind)
        {
            case 'n': value.Append('\n'); break;
            case 't': value.Append('\t'); break;
            case 'r': value.Append('\r'); break;
            case 'b': value.Append('\b'); break;
            case 'f': value.Append('\f'); break;
            case '"' or '\'' or '\\' or '/': value.Append(kind); break;
            case 'u': UnicodeEscape(value, start); break;
            case 'x': ByteEscapes(value, start); break;
            default:
                _position = Math.Min(_position, _text.Length);
                Report(SchemaRule.MalformedLiteral, start, 2, "Unknown escape; expected one of \\n \\t \\r \\b \\f \\\" \\' \\\\ \\/ \\uXXXX \\xXX.");
                break;
        }
    }

    private void UnicodeEscape(StringBuilder value, int start)
    {
        if (Hex(start, 4) is not { } unit)
        {
            return;
        }

        value.Append((char)unit);
        if (!char.IsSurrogate((char)unit))
        {
            return;
        }

        if (char.IsHighSurrogate((char)unit) && Current == '\\' && Peek(1) == 'u')
        {
            int second = _position;
            _position += 2;
            if (Hex(second, 4) is not { } low)
            {
                return;
            }

            value.Append((char)low);
            if (char.IsLowSurrogate((char)low))
            {
                return;
            }
        }

        Report(SchemaRule.MalformedLiteral, start, _position - start, "Half a character; expected a pair like \\uD83D\\uDE00.");
    }

    /// <summary>Reads consecutive byte escapes. Together, the bytes must be valid UTF-8.</summary>
    private void ByteEscapes(StringBuilder value, int start)
    {
        List<byte> bytes = [];
        int escape = start;
        while (Hex(escape, 2) is { } number)
        {
            bytes.Add((byte)number);
            if (Current != '\\' || Peek(1) != 'x')
            {
                break;
            }

            escape = _position;
            _position += 2;
        }

        try
        {
            value.Append(StrictUtf8.GetString([.. bytes]));
        }
        catch (DecoderFallbackException)
        {
            Report(SchemaRule.MalformedLiteral, start, _position - start, "The bytes are not valid UTF-8; expected a character, like \\xC3\\xA4 or \\u00E4.");
        }
    }

    /// <summary>Reads the hexadecimal number of an escape. Reports missing digits and returns null.</summary>
    private int? Hex(int start, int digits)
    {
        int found = 0;
        while (found < digits && IsHexDigit(Peek(found)))
        {
            found++;
        }

        _position += found;
        if (found == digits)
        {
            return int.Parse(_text.Substring(_position - digits, digits), NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture);
        }

        Report(SchemaRule.MalformedLiteral, start, _position - start, $"The escape needs {digits} hexadecimal digits.");
        return null;
    }
}
