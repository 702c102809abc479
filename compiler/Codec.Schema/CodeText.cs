using System.Runtime.CompilerServices;

namespace Codec.Schema;

/// <summary>Builds generated code from a template, which is an interpolated string. Numbers are formatted in the invariant culture.</summary>
/// <remarks>
/// A value with several lines is indented like the line of the template that contains it, except for preprocessor directives. A line that contains only
/// empty values is omitted. A backslash at the end of a line of the template joins the line with the next one.
/// </remarks>
[InterpolatedStringHandler]
internal sealed class CodeText
{
    private readonly StringBuilder _text = new();
    private int _lineStart;
    private bool _hasEmptyValue;

    public CodeText(int literalLength, int formattedCount) => _ = (literalLength, formattedCount);

    public static string Of(CodeText template) => template.ToString();

    /// <summary>Joins the parts that are not empty, with an empty line between them.</summary>
    public static string Sections(params IEnumerable<string> parts) => string.Join("\n\n", parts.Where(part => part.Length > 0));

    public static string Lines(params IEnumerable<string> lines) => string.Join("\n", lines.Where(line => line.Length > 0));

    public void AppendLiteral(string literal)
    {
        string[] lines = literal.Replace("\r\n", "\n").Split('\n');
        bool isJoined = false;
        for (int i = 0; i < lines.Length; i++)
        {
            if (i > 0 && !isJoined)
            {
                EndLine();
            }

            string line = isJoined ? lines[i].TrimStart(' ') : lines[i];
            isJoined = i < lines.Length - 1 && line.EndsWith("\\", StringComparison.Ordinal);
            _text.Append(line, 0, line.Length - (isJoined ? 1 : 0));
        }
    }

    public void AppendFormatted(IEnumerable<string> lines) => AppendFormatted(string.Join("\n", lines));

    public void AppendFormatted(string? value)
    {
        if (string.IsNullOrEmpty(value))
        {
            _hasEmptyValue = true;
            return;
        }

        int indent = 0;
        while (_lineStart + indent < _text.Length && _text[_lineStart + indent] == ' ')
        {
            indent++;
        }

        string[] lines = value!.Split('\n');
        for (int i = 0; i < lines.Length; i++)
        {
            bool isDirective = lines[i].StartsWith("#", StringComparison.Ordinal);
            if (i > 0)
            {
                EndLine();
                _text.Append(' ', lines[i].Length == 0 || isDirective ? 0 : indent);
            }
            else if (isDirective && _lineStart + indent == _text.Length)
            {
                _text.Length = _lineStart;
            }

            _text.Append(lines[i]);
        }
    }

    public void AppendFormatted(int value) => _text.Append(value.ToString(CultureInfo.InvariantCulture));

    public void AppendFormatted(uint value) => _text.Append(value.ToString(CultureInfo.InvariantCulture));

    public void AppendFormatted(ulong value, string? format = null) => _text.Append(value.ToString(format, CultureInfo.InvariantCulture));

    public override string ToString()
    {
        if (_hasEmptyValue && IsBlankLine())
        {
            _text.Length = Math.Max(0, _lineStart - 1);
        }

        return _text.ToString();
    }

    private void EndLine()
    {
        bool isBlank = IsBlankLine();
        _text.Length = isBlank ? _lineStart : _text.Length;
        if (!isBlank || !_hasEmptyValue)
        {
            _text.Append('\n');
        }

        _lineStart = _text.Length;
        _hasEmptyValue = false;
    }

    private bool IsBlankLine()
    {
        int end = _text.Length;
        while (end > _lineStart && _text[end - 1] == ' ')
        {
            end--;
        }

        return end == _lineStart;
    }
}
