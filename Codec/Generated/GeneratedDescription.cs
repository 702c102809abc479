using System.Globalization;
using System.Text;
using Codec.Payloads;

namespace Codec.Generated;

/// <summary>Builds the text that <c>ToString</c> of generated types returns, such as <c>Chat { Channel = Say, Sender = "Ann" }</c>.</summary>
/// <remarks>
/// The text does not depend on the current culture. It has at most <see cref="MaxLength"/> characters and shows at most
/// <see cref="MaxDepth"/> levels, so it also ends for objects that contain themselves. Not thread-safe.
/// </remarks>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed class GeneratedDescription
{
    /// <summary>The largest length of a description, in characters. It is a log line, not a dump: a terminal shows about ten lines of it.</summary>
    public const int MaxLength = 1024;

    /// <summary>The number of nested types whose fields are shown; a deeper one is <c>Name { … }</c>.</summary>
    public const int MaxDepth = 8;

    /// <summary>The number of elements that a vector shows: enough to recognize it. The rest is a count.</summary>
    public const int MaxElements = 3;

    // A quarter of the description, so that one long string does not hide the fields after it.
    private const int MaxStringLength = MaxLength / 4;

    private const char Ellipsis = '…';

    private readonly StringBuilder _text = new();
    private int _depth;

    // The type's name, until its first field is added.
    private string? _name;
    private bool _hasFields;

    private GeneratedDescription()
    {
    }

    private bool IsFull => _text.Length >= MaxLength;

    /// <summary>Describes a value.</summary>
    public static string Of(IGeneratedDescribed value)
    {
        GeneratedDescription text = new();
        text.Append(value);
        if (text._text.Length > MaxLength)
        {
            text._text.Length = MaxLength - 1;
            if (char.IsHighSurrogate(text._text[text._text.Length - 1]))
            {
                text._text.Length--;
            }

            text._text.Append(Ellipsis);
        }

        return text._text.ToString();
    }

    /// <summary>Adds a field.</summary>
    public void Add(string name, object? value)
    {
        if (StartField(name))
        {
            Append(value);
        }
    }

    /// <summary>Adds a vector.</summary>
    public void Add<T>(string name, FieldList<T>? values)
    {
        if (!StartField(name))
        {
            return;
        }

        if (values is null)
        {
            Append(null);
            return;
        }

        AppendVector<T>(values.Items, values.Count);
    }

    /// <summary>Adds an array of a struct.</summary>
    public void Add<T>(string name, int length, params T[] first)
    {
        if (StartField(name))
        {
            AppendVector<T>(first, length);
        }
    }

    /// <summary>Adds the value of a union.</summary>
    public void Union(string member, object? value)
    {
        _name = null;
        _text.Append(member);
        if (value is not null)
        {
            _text.Append(": ");
            Append(value);
        }
    }

    private void AppendVector<T>(ReadOnlySpan<T> first, int count)
    {
        _text.Append('[');
        int shown = Math.Min(count, MaxElements);
        for (int i = 0; i < shown && !IsFull; i++)
        {
            Separate(i > 0);
            Append(first[i]);
        }

        if (count > shown)
        {
            _text.Append(", ").Append(Ellipsis).Append(' ').Append((count - shown).ToString(CultureInfo.InvariantCulture)).Append(" more");
        }

        _text.Append(']');
    }

    private bool StartField(string name)
    {
        if (IsFull)
        {
            return false;
        }

        if (_name is not null)
        {
            _text.Append(_name).Append(" { ");
            _name = null;
        }

        Separate(_hasFields);
        _hasFields = true;
        _text.Append(name).Append(" = ");
        return true;
    }

    private void Separate(bool isNeeded)
    {
        if (isNeeded)
        {
            _text.Append(", ");
        }
    }

    private void Append(object? value)
    {
        switch (value)
        {
            case null:
                _text.Append("null");
                break;
            case string text:
                AppendQuoted(text);
                break;
            case IGeneratedDescribed described:
                AppendDescribed(described);
                break;
            case float or double:
                _text.Append(((IFormattable)value).ToString("R", CultureInfo.InvariantCulture));
                break;
            case Enum constant when IsUnnamedNegative(constant):
                // Enum.ToString writes the sign of the current culture.
                _text.Append(((IConvertible)constant).ToInt64(null).ToString(CultureInfo.InvariantCulture));
                break;
            case IFormattable number:
                _text.Append(number.ToString(null, CultureInfo.InvariantCulture));
                break;
            default:
                _text.Append(value);
                break;
        }
    }

    private static bool IsUnnamedNegative(Enum constant) =>
        constant.GetTypeCode() is TypeCode.SByte or TypeCode.Int16 or TypeCode.Int32 or TypeCode.Int64
        && ((IConvertible)constant).ToInt64(null) < 0
        && !Enum.IsDefined(constant.GetType(), constant);

    private void AppendDescribed(IGeneratedDescribed value)
    {
        string name = value.GetType().Name;
        if (_depth == MaxDepth)
        {
            _text.Append(name).Append(" { ").Append(Ellipsis).Append(" }");
            return;
        }

        bool hadFields = _hasFields;
        _hasFields = false;
        _name = name;
        _depth++;
        value.Describe(this);
        _depth--;
        if (_name is not null)
        {
            _text.Append(_name).Append(" { }");
        }
        else if (_hasFields)
        {
            _text.Append(" }");
        }

        _name = null;
        _hasFields = hadFields;
    }

    private void AppendQuoted(string text)
    {
        _text.Append('"');
        for (int i = 0; i < text.Length; i++)
        {
            if (i >= MaxStringLength && !char.IsSurrogatePair(text, i - 1))
            {
                _text.Append(Ellipsis);
                break;
            }

            AppendEscaped(text[i]);
        }

        _text.Append('"');
    }

    private void AppendEscaped(char c)
    {
        switch (c)
        {
            case '"' or '\\':
                _text.Append('\\').Append(c);
                break;
            case '\n':
                _text.Append("\\n");
                break;
            case '\r':
                _text.Append("\\r");
                break;
            case '\t':
                _text.Append("\\t");
                break;
            // A line separator would split a line of a log.
            case '\u2028' or '\u2029':
            case char control when char.IsControl(control):
                _text.Append("\\u").Append(((int)c).ToString("X4", CultureInfo.InvariantCulture));
                break;
            default:
                _text.Append(c);
                break;
        }
    }
}
