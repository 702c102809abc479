using System.Text;

namespace Codec.Schema.CSharp;

/// <summary>Builds the text of C# code, indented by its blocks.</summary>
internal sealed class CodeWriter
{
    private readonly StringBuilder _text = new();
    private int _depth;
    private bool _isBlockStart = true;

    /// <summary>Writes lines at the current depth. An empty line is not indented.</summary>
    public void Line(string lines = "")
    {
        foreach (string line in lines.Split('\n'))
        {
            if (line.Length > 0)
            {
                _text.Append(' ', 4 * _depth).Append(line);
            }

            _text.Append('\n');
            _isBlockStart = false;
        }
    }

    /// <summary>Writes a preprocessor directive.</summary>
    public void Unindented(string directive) => _text.Append(directive).Append('\n');

    /// <summary>Writes an empty line, except at the start of a block.</summary>
    public void Gap()
    {
        if (!_isBlockStart)
        {
            Line();
        }
    }

    /// <summary>Writes lines and an opening brace. Without lines, writes only the brace.</summary>
    public void Open(string lines = "")
    {
        if (lines.Length > 0)
        {
            Line(lines);
        }

        Line("{");
        _depth++;
        _isBlockStart = true;
    }

    /// <summary>Writes a line, followed by its continuation with one more level of indentation.</summary>
    public void Continued(string head, string rest)
    {
        Line(head);
        _depth++;
        Line(rest);
        _depth--;
    }

    /// <summary>Writes a closing brace.</summary>
    public void Close()
    {
        // The last lines may have ended with an empty line that separates them from further members.
        if (_text.Length > 1 && _text[_text.Length - 1] == '\n' && _text[_text.Length - 2] == '\n')
        {
            _text.Length--;
        }

        _depth--;
        Line("}");
    }

    /// <summary>Writes a closing brace that ends a statement.</summary>
    public void CloseExpression()
    {
        _depth--;
        Line("};");
    }

    /// <summary>Writes a head and a block. If both are single lines, the block is on the line of the head.</summary>
    public void Block(string head, string body)
    {
        if (!body.Contains("\n") && !head.Contains("\n"))
        {
            Line($"{head} {{ {body} }}");
            return;
        }

        Open(head);
        Line(body);
        Close();
    }

    /// <inheritdoc/>
    public override string ToString() => _text.ToString();
}
