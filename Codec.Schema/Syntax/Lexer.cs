using System.Collections.Generic;
using System.Globalization;
using Codec.Schema.Diagnostics;

namespace Codec.Schema.Syntax;

/// <summary>Cuts a schema's text into tokens. Whatever the text, each call goes forward or stays at the end.</summary>
internal sealed partial class Lexer(SourceText source, DiagnosticBag diagnostics)
{
    private const string PunctuationCharacters = "{}()[],:;=.-+";

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
                _position++;
                while (IsIdentifierPart(Current))
                {
                    _position++;
                }

                return Make(TokenKind.Identifier, start);
            }

            if (IsDigit(first) || (first == '.' && IsDigit(Peek(1))))
            {
                return Number(start);
            }

            if (first is '-' or '+')
            {
                _position++;
                if (IsDigit(Current) || (Current == '.' && IsDigit(Peek(1))))
                {
                    return Number(start);
                }

                return Make(TokenKind.Punctuation, start);
            }

            if (first is '"' or '\'')
            {
                return Text(start);
            }

            _position++;
            if (PunctuationCharacters.IndexOf(first) >= 0)
            {
                return Make(TokenKind.Punctuation, start);
            }

            Report(SchemaRule.IllegalCharacter, start, 1, $"'{Show(first)}' starts no word of the schema language.");
        }

        return new Token(TokenKind.EndOfFile, string.Empty, _text.Length, 0, TakeDocumentation());
    }

    private static bool IsDigit(char c) => c is >= '0' and <= '9';

    private static bool IsIdentifierStart(char c) => c is (>= 'a' and <= 'z') or (>= 'A' and <= 'Z') or '_';

    private static bool IsIdentifierPart(char c) => IsIdentifierStart(c) || IsDigit(c);

    private static string Show(char c) =>
        c is > ' ' and < '\x7F' ? c.ToString()
        : c == SchemaSource.NoCharacter ? "a byte that is not UTF-8"
        : "U+" + ((int)c).ToString("X4", CultureInfo.InvariantCulture);

    private char Peek(int ahead) => _position + ahead < _text.Length ? _text[_position + ahead] : '\0';

    private void SkipTrivia()
    {
        while (_position < _text.Length)
        {
            char c = _text[_position];
            if (c is ' ' or '\t' or '\r' or '\n' || (c == '\uFEFF' && _position == 0))
            {
                _position++;
            }
            else if (c == '/' && Peek(1) == '/')
            {
                LineComment();
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

    private void LineComment()
    {
        int start = _position;
        int end = _text.IndexOfAny(['\r', '\n'], start);
        end = end < 0 ? _text.Length : end;
        _position = end;
        if (start + 2 >= end || _text[start + 2] != '/')
        {
            return;
        }

        if (!IsAloneOnLine(start))
        {
            Report(SchemaRule.MisplacedDocumentation, start, end - start, "A documentation comment stands on a line of its own, before what it documents.");
        }

        (_documentation ??= []).Add(_text.Substring(start + 3, end - start - 3));
    }

    // Unlike the end of a comment, a line starts after a line feed alone: flatc's rule.
    private bool IsAloneOnLine(int start)
    {
        for (int i = start - 1; i >= 0 && _text[i] != '\n'; i--)
        {
            if (_text[i] is not (' ' or '\t' or '\r' or '\uFEFF'))
            {
                return false;
            }
        }

        return true;
    }

    private void BlockComment()
    {
        int start = _position;
        int end = _text.IndexOf("*/", start + 2, System.StringComparison.Ordinal);
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

    private void Report(SchemaRule rule, int start, int length, string message) =>
        diagnostics.Report(rule, source.Span(start, length), message);
}
