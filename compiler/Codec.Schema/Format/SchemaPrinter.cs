namespace Codec.Schema.Format;

/// <summary>Writes the tokens and comments of a valid schema in the canonical layout.</summary>
internal sealed class SchemaPrinter(List<FormatToken> tokens)
{
    // An enum or a union is written on one line only if the line is at most this long.
    private const int MaxLineLength = 120;

    private readonly StringBuilder _text = new();
    private int _next;
    private int _indent;
    private bool _isLineStart = true;
    private bool _wasBlock;
    private bool _isService;

    private FormatToken Current => tokens[_next];

    internal string Print()
    {
        while (!Current.IsEnd)
        {
            int start = _next;
            int end = EndOfDeclaration();
            bool isBlock = IsBlock(start) && !IsOneLine(start, end);
            BeginLine(Current, isBlankRequired: start > 0 && (isBlock || _wasBlock), isBlankAllowed: start > 0);
            if (isBlock)
            {
                Block(end);
            }
            else
            {
                Line(end);
            }

            _wasBlock = isBlock;
        }

        BeginLine(Current, isBlankRequired: false, isBlankAllowed: tokens.Count > 1);
        EndLine();
        return _text.ToString();
    }

    private bool IsBlock(int start) => tokens[start].Text is "table" or "struct" or "enum" or "union" or "rpc_service";

    /// <summary>Returns the index of the declaration's last token: its ';' or its '}'.</summary>
    private int EndOfDeclaration()
    {
        char last = IsBlock(_next) ? '}' : ';';
        return tokens.FindIndex(_next, token => token.Is(last));
    }

    /// <summary>Returns whether a block without comments is written on one line: if it is empty, or is a short enum or union.</summary>
    private bool IsOneLine(int start, int end)
    {
        int open = tokens.FindIndex(start, token => token.Is('{'));
        if (tokens.Skip(start + 1).Take(end - start).Any(token => token.Comments.Count > 0))
        {
            return false;
        }

        return end == open + 1 || (tokens[start].Text is "enum" or "union" && Width(start, end) <= MaxLineLength);
    }

    private int Width(int start, int end) =>
        Enumerable.Range(start, end - start + 1).Sum(i => tokens[i].Text.Length + (i > start && HasSpace(i) ? 1 : 0));

    private void Block(int end)
    {
        int open = tokens.FindIndex(_next, token => token.Is('{'));
        _isService = Current.Text == "rpc_service";
        bool hasCommas = tokens[_next].Text is "enum" or "union";
        Line(open);
        _indent++;
        while (_next < end)
        {
            BeginLine(Current, isBlankRequired: false, isBlankAllowed: _next > open + 1);
            Line(EndOfMember(hasCommas ? ',' : ';', end));
        }

        // Comments before '}' belong to the body.
        Comments(Current, isBlankRequired: false, isBlankAllowed: end > open + 1);
        _indent--;
        EndLine();
        Indent();
        _text.Append('}');
        _next++;
        _isService = false;
    }

    private int EndOfMember(char separator, int end)
    {
        int depth = 0;
        for (int i = _next; i < end; i++)
        {
            depth += tokens[i].Is('(') ? 1 : tokens[i].Is(')') ? -1 : 0;
            if (depth == 0 && tokens[i].Is(separator))
            {
                return i;
            }
        }

        return end - 1;
    }

    /// <summary>Writes the tokens up to and including an index on one line. A comment between them may break the line.</summary>
    private void Line(int end)
    {
        int first = _next;
        for (; _next <= end; _next++)
        {
            int continuation = _next > first ? 2 : 0;
            _indent += continuation;
            if (_next > first)
            {
                Inner(Current, HasSpace(_next));
            }

            if (_isLineStart)
            {
                Indent();
            }

            _indent -= continuation;
            _text.Append(Current.Text);
            _isLineStart = false;
        }
    }

    /// <summary>Writes the comments before a token that does not start a line, and the space between them and the token.</summary>
    private void Inner(FormatToken token, bool hasSpace)
    {
        // Only comments may be before a documentation comment on its line.
        bool hasDocumentation = token.Comments.Any(comment => comment.Text.StartsWith("///", StringComparison.Ordinal));
        foreach (CommentText comment in token.Comments)
        {
            if (comment.LinesBefore > 0 && (hasDocumentation || comment.IsLine || comment.Text.IndexOf('\n') >= 0))
            {
                EndLine();
            }

            Write(comment, hasSpaceBefore: true);
            hasSpace = true;
        }

        if (hasSpace && !_isLineStart)
        {
            _text.Append(' ');
        }
    }

    /// <summary>Writes the comments before a token that starts a line, and the line break or space after them.</summary>
    private void BeginLine(FormatToken token, bool isBlankRequired, bool isBlankAllowed)
    {
        bool isSameLine = Comments(token, isBlankRequired, isBlankAllowed);
        if (isSameLine && !token.IsEnd)
        {
            _text.Append(' ');
        }
        else if (!isSameLine)
        {
            EndLine();
        }
    }

    /// <summary>Writes the comments before a token. Returns whether the token stays on the line of the last comment.</summary>
    private bool Comments(FormatToken token, bool isBlankRequired, bool isBlankAllowed)
    {
        bool isFirst = true;
        bool isOwnLine = false;
        foreach (CommentText comment in token.Comments)
        {
            bool isTrailing = comment.LinesBefore == 0 && !_isLineStart;
            if (!isTrailing)
            {
                Separate(comment.LinesBefore, isFirst && isBlankRequired, isBlankAllowed || !isFirst);
                isFirst = false;
                isBlankAllowed = true;
                isOwnLine = true;
            }

            Write(comment, hasSpaceBefore: isTrailing);
        }

        bool isSameLine = isOwnLine && token.LinesBefore == 0 && !_isLineStart && token.Comments.Count > 0 && !token.Is('}');
        if (!isSameLine && !token.IsEnd && !token.Is('}'))
        {
            Separate(token.LinesBefore, isFirst && isBlankRequired, isBlankAllowed);
        }

        return isSameLine;
    }

    /// <summary>Ends the line. Adds a blank line if the source has one or the layout requires it.</summary>
    private void Separate(int lines, bool isBlankRequired, bool isBlankAllowed)
    {
        // The end of a line comment is one of the line breaks.
        bool isBlank = isBlankRequired || (isBlankAllowed && lines >= 2);
        EndLine();
        if (isBlank)
        {
            _text.Append('\n');
        }
    }

    private void Write(CommentText comment, bool hasSpaceBefore)
    {
        if (_isLineStart)
        {
            Indent();
        }
        else if (hasSpaceBefore)
        {
            _text.Append(' ');
        }

        _text.Append(comment.Text);
        _isLineStart = false;
        if (comment.IsLine)
        {
            EndLine();
        }
    }

    private void EndLine()
    {
        _text.Append(_isLineStart ? "" : "\n");
        _isLineStart = true;
    }

    private void Indent()
    {
        _text.Append(' ', 2 * _indent);
        _isLineStart = false;
    }

    /// <summary>Returns whether a space separates a token from the one before it on the same line.</summary>
    private bool HasSpace(int index)
    {
        FormatToken left = tokens[index - 1];
        FormatToken right = tokens[index];
        if ((left.Is('{') && right.Is('}')) || right.IsAny(";,)].:") || left.IsAny("([.-+"))
        {
            return false;
        }

        // A space follows a colon only in the parentheses of attributes.
        return left.Is(':') ? right.IsInParentheses : !right.Is('(') || !IsCall(index);
    }

    /// <summary>Returns whether a '(' belongs to the name before it: that of a service's method, or of a function in a default.</summary>
    private bool IsCall(int index)
    {
        FormatToken name = tokens[index - 1];
        if (!name.IsWord)
        {
            return false;
        }

        FormatToken before = tokens[index - 2];
        bool isMethod = _isService && (before.Is(';') || before.Is('{'));
        bool isFunction = tokens[index].IsAdjacent && (before.Is('=') || before.Is('('));
        return isMethod || isFunction;
    }
}
