namespace Codec.Cli.Traffic;

/// <summary>A line of UTF-8 text with a limited width in columns. Text that does not fit is replaced by an ellipsis. Not thread-safe.</summary>
/// <remarks>Bytes from the network cannot control the terminal, because characters that are not printable are escaped, as in C.</remarks>
internal sealed class TextLine
{
    private byte[] _bytes = new byte[256];
    private int _length;
    private int _columns;
    private int _cut;

    /// <summary>Gets or sets the largest width of the line, in columns.</summary>
    public int Limit { get; set; } = int.MaxValue;

    public int Columns => Math.Min(_columns, Limit);

    /// <summary>Gets whether text was truncated. Text that is added later is not shown.</summary>
    public bool IsFull => _columns > Limit;

    public void Clear() => _length = _columns = _cut = 0;

    /// <summary>Returns the line with a line end, and with an ellipsis if text was truncated. Valid until the next change.</summary>
    public ReadOnlySpan<byte> Finish()
    {
        if (IsFull)
        {
            _length = _cut;
            Write("…"u8);
        }

        while (_length > 0 && _bytes[_length - 1] == ' ')
        {
            _length--;
        }

        Write("\n"u8);
        return _bytes.AsSpan(0, _length);
    }

    public void Append(ReadOnlySpan<byte> ascii)
    {
        if (_columns + (long)ascii.Length < Limit && ascii.Length > 1)
        {
            Write(ascii);
            _columns += ascii.Length;
            return;
        }

        foreach (byte value in ascii)
        {
            Append((char)value);
        }
    }

    public void Append(char ascii)
    {
        Span<byte> bytes = [(byte)ascii];
        AddBytes(bytes, 1);
    }

    /// <summary>Adds text. Characters that are not printable are escaped.</summary>
    public void Append(string text)
    {
        foreach (Rune rune in text.EnumerateRunes())
        {
            if (IsFull)
            {
                return;
            }

            AppendPrintable(rune);
        }
    }

    public void AppendNumber<T>(T number, int width = 0, string? format = null)
        where T : IUtf8SpanFormattable
    {
        Span<byte> text = stackalloc byte[40];
        number.TryFormat(text, out int length, format, CultureInfo.InvariantCulture);
        Pad(width - length);
        Append(text[..length]);
    }

    public void Pad(int count)
    {
        for (; count > 0; count--)
        {
            Append(' ');
        }
    }

    public void PadTo(int column) => Pad(column - _columns);

    /// <summary>Adds UTF-8 text in quotes. Characters that are not printable are escaped, and invalid bytes become U+FFFD.</summary>
    public void AppendQuoted(ReadOnlySpan<byte> utf8)
    {
        Append('"');
        while (!utf8.IsEmpty && !IsFull)
        {
            Rune.DecodeFromUtf8(utf8, out Rune rune, out int consumed);
            utf8 = utf8[consumed..];
            if (rune.Value is '"' or '\\')
            {
                Append('\\');
            }

            AppendPrintable(rune);
        }

        Append('"');
    }

    // East Asian wide characters and emoji have two columns. This is accurate enough to truncate a line.
    private static int ColumnsOf(Rune rune) => rune.Value switch
    {
        < 0x1100 => 1,
        <= 0x115F or (>= 0x2E80 and <= 0xA4CF) or (>= 0xAC00 and <= 0xD7A3) or (>= 0xF900 and <= 0xFAFF) => 2,
        (>= 0xFE30 and <= 0xFE6F) or (>= 0xFF00 and <= 0xFF60) or (>= 0xFFE0 and <= 0xFFE6) or (>= 0x1F300 and <= 0x1FAFF) or (>= 0x20000 and <= 0x3FFFD) => 2,
        _ => 1,
    };

    private static bool IsPrintable(Rune rune) => rune.Value is >= 0x20 and < 0x7F || (rune.Value >= 0xA0 && Rune.GetUnicodeCategory(rune)
        is not (UnicodeCategory.Control or UnicodeCategory.Format or UnicodeCategory.LineSeparator or UnicodeCategory.ParagraphSeparator
            or UnicodeCategory.Surrogate or UnicodeCategory.OtherNotAssigned or UnicodeCategory.PrivateUse));

    private void AppendPrintable(Rune rune)
    {
        if (IsPrintable(rune))
        {
            Span<byte> utf8 = stackalloc byte[4];
            AddBytes(utf8[..rune.EncodeToUtf8(utf8)], ColumnsOf(rune));
            return;
        }

        Append(rune.Value switch { '\n' => "\\n"u8, '\r' => "\\r"u8, '\t' => "\\t"u8, <= 0xFFFF => "\\u"u8, _ => "\\U"u8 });
        if (rune.Value is not ('\n' or '\r' or '\t'))
        {
            AppendNumber(rune.Value, format: rune.Value <= 0xFFFF ? "x4" : "x8");
        }
    }

    private void AddBytes(ReadOnlySpan<byte> bytes, int columns)
    {
        if (IsFull)
        {
            return;
        }

        if (_columns <= Limit - 1)
        {
            // The last position at which an ellipsis fits.
            _cut = _length;
        }

        _columns += columns;
        Write(bytes);
    }

    private void Write(ReadOnlySpan<byte> bytes)
    {
        long length = (long)_length + bytes.Length;
        if (length > _bytes.Length)
        {
            // A line that no array can hold throws OutOfMemoryException.
            Array.Resize(ref _bytes, (int)Math.Min(int.MaxValue, Math.Max(length, Math.Min(2L * _bytes.Length, Array.MaxLength))));
        }

        bytes.CopyTo(_bytes.AsSpan(_length));
        _length += bytes.Length;
    }
}
