namespace Codec.Cli.Payloads;

/// <summary>Writes the first fields of payloads as one readable line: <c>channel=Party sender="Ann" items=[{id=1}, {id=2}]</c>. Not thread-safe.</summary>
/// <param name="line">The line to write to. Text that does not fit is truncated.</param>
internal sealed class PayloadTextWriter(TextLine line) : PayloadWalker
{
    // A payload can refer to the same part many times, and empty parts add no text to the line.
    private const int MaxValues = 10_000;

    private int _values;
    private long _bytes;
    private int _depth;
    private bool _isFirst;

    protected override bool HasRoom => !line.IsFull && _bytes >= 0 && _values > 0;

    /// <summary>Writes fields until the line is full. Fields that have their default are not written.</summary>
    /// <param name="payload">The payload. <see cref="PayloadVerifier"/> must have accepted it.</param>
    public void Write(ReadOnlySpan<byte> payload, PayloadMessage message)
    {
        _values = MaxValues;
        _bytes = PayloadJsonWriter.LimitOf(payload);
        _depth = 0;
        Visit(payload, message);
    }

    protected override void BeginObject()
    {
        line.Append(_depth++ > 0 ? "{"u8 : ""u8);
        _isFirst = true;
    }

    protected override void EndObject()
    {
        line.Append(--_depth > 0 ? "}"u8 : ""u8);
        _isFirst = false;
    }

    protected override void BeginArray() => line.Append('[');

    protected override void BeginElement(int index)
    {
        _values--;
        line.Append(index > 0 ? ", "u8 : ""u8);
    }

    protected override void EndArray() => line.Append(']');

    protected override void Name(JsonEncodedText name)
    {
        _values--;
        line.Append(_isFirst ? ""u8 : " "u8);
        _isFirst = false;
        line.Append(name.EncodedUtf8Bytes);
        line.Append('=');
    }

    protected override void Boolean(bool value) => line.Append(value ? "true"u8 : "false"u8);

    protected override void Integer(ulong value, bool isSigned)
    {
        if (isSigned)
        {
            line.AppendNumber(unchecked((long)value));
        }
        else
        {
            line.AppendNumber(value);
        }
    }

    protected override void Real(double value, int size)
    {
        if (!double.IsFinite(value))
        {
            line.Append(double.IsNaN(value) ? "nan"u8 : value > 0 ? "inf"u8 : "-inf"u8);
            return;
        }

        if (size < sizeof(double))
        {
            line.AppendNumber((float)value);
        }
        else
        {
            line.AppendNumber(value);
        }
    }

    protected override void Symbol(string name) => line.Append(name);

    // A payload can refer to the same text many times.
    protected override void Text(ReadOnlySpan<byte> utf8)
    {
        _bytes -= utf8.Length;
        if (_bytes >= 0)
        {
            line.AppendQuoted(utf8);
        }
        else
        {
            line.Append("…");
        }
    }

    protected override void Union(PayloadField field, ulong type, PayloadType? member, ReadOnlySpan<byte> buffer, int slot, int depth)
    {
        Name(field.JsonName);
        Value(field.Union!, type, member, buffer, slot, depth);
    }

    protected override void Unions(PayloadField field, ReadOnlySpan<byte> buffer, int types, int values, int count, int depth)
    {
        PayloadUnion union = field.Union!;
        Name(field.JsonName);
        line.Append('[');
        for (int i = 0; i < count && HasRoom; i++)
        {
            BeginElement(i);
            ulong type = union.TypeAt(buffer, types, i);
            Value(union, type, union.Members.TryGetValue(type, out PayloadType? member) ? member : null, buffer, values + (4 * i), depth);
        }

        line.Append(']');
    }

    private void Value(PayloadUnion union, ulong type, PayloadType? member, ReadOnlySpan<byte> buffer, int slot, int depth)
    {
        Named(union.Names, type);
        if (member is not null)
        {
            line.Append(member.Table is null && member.Struct is null ? " "u8 : ""u8);
            Member(member, buffer, slot, depth);
        }
    }
}
