using System;
using System.Buffers.Text;
using Codec.Cli.Traffic;
using Codec.Generated;
using Codec.Interpreter;
using Codec.Schema.Model;

namespace Codec.Cli.Payloads;

/// <summary>Writes the first fields of payloads as one readable line: <c>channel=Party sender="Ann" items=[{id=1}, {id=2}]</c>. Not thread-safe.</summary>
/// <param name="line">The line to write to. Text that does not fit is truncated.</param>
internal sealed class PayloadTextWriter(TextLine line)
{
    // A payload can refer to the same part many times, and empty parts add no text to the line.
    private const int MaxValues = 10_000;

    // The length of the longest text of a floating-point number, in bytes.
    private const int MaxRealText = 32;

    private int _values;
    private long _bytes;

    /// <summary>Writes fields until the line is full. Fields that have their default are not written.</summary>
    /// <param name="payload">The payload. <see cref="PayloadVerifier"/> must have accepted it.</param>
    /// <param name="message">The type of the payload.</param>
    public void Write(ReadOnlySpan<byte> payload, PayloadMessage message)
    {
        _values = MaxValues;
        _bytes = PayloadJsonWriter.LimitOf(payload);
        if (message.Struct is { } record)
        {
            Struct(record, payload);
        }
        else
        {
            Table(message.Table!, PayloadCursor.Root(payload), 1);
        }
    }

    // Returns whether another value may be written.
    private bool TakeValue() => !line.IsFull && _bytes >= 0 && --_values >= 0;

    // A payload can refer to the same text many times.
    private void Text(ReadOnlySpan<byte> utf8)
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

    private void Table(PayloadTable type, in PayloadCursor table, int depth)
    {
        bool isFirst = true;
        foreach (PayloadField field in type.Fields)
        {
            if (line.IsFull || depth > GeneratedBudget.MaxDepth)
            {
                return;
            }

            int slot = field.IsDeprecated ? 0 : table.Field(field.Entry, field.Type.Size);
            if (slot == 0 || IsDefault(field, table.Buffer, slot) || !TakeValue())
            {
                continue;
            }

            Name(field.Name, ref isFirst);
            Value(field, table, slot, depth);
        }
    }

    private static bool IsDefault(PayloadField field, ReadOnlySpan<byte> buffer, int slot) =>
        field.Type.Kind is TypeKind.Scalar or TypeKind.Enum && !field.IsOptional && !field.IsRequired
            && PayloadNumbers.AreEqual(PayloadNumbers.Load(buffer[slot..], field.Type.Scalar), field.Default, field.Type.Scalar);

    private void Value(PayloadField field, in PayloadCursor table, int slot, int depth)
    {
        ReadOnlySpan<byte> buffer = table.Buffer;
        switch (field.Type.Kind)
        {
            case TypeKind.String:
                Text(GeneratedReader.BytesAt(buffer, slot));
                break;
            case TypeKind.Table:
                Braces(field.Type.Table!, PayloadCursor.At(buffer, slot), depth + 1);
                break;
            case TypeKind.Union:
                int typeSlot = table.Field(field.TypeEntry, field.TypeSize);
                Union(field.Type.Union!, typeSlot == 0 ? 0 : PayloadNumbers.Load(buffer[typeSlot..], field.Type.Scalar), buffer, slot, depth);
                break;
            case TypeKind.Vector when field.Nested is { } nested:
                Braces(nested, PayloadCursor.Root(GeneratedReader.BytesAt(buffer, slot)), depth + 1);
                break;
            case TypeKind.Vector:
                Vector(field, table, slot, depth);
                break;
            default:
                Inline(field.Type, buffer[slot..]);
                break;
        }
    }

    private void Vector(PayloadField field, in PayloadCursor table, int slot, int depth)
    {
        PayloadType element = field.Type.Element!;
        ReadOnlySpan<byte> buffer = table.Buffer;
        int start = GeneratedReader.Vector(buffer, slot, element.Size, out int count);
        int types = 0;
        if (element.Union is { } union && table.Field(field.TypeEntry, 4) is var typeSlot and > 0)
        {
            types = GeneratedReader.Vector(buffer, typeSlot, union.TypeSize, out int typeCount);
            count = Math.Min(count, typeCount);
        }

        line.Append('[');
        for (int i = 0; i < count && TakeValue(); i++)
        {
            line.Append(i > 0 ? ", "u8 : ""u8);
            int place = start + (i * element.Size);
            switch (element.Kind)
            {
                case TypeKind.String:
                    Text(GeneratedReader.BytesAt(buffer, place));
                    break;
                case TypeKind.Table:
                    Braces(element.Table!, PayloadCursor.At(buffer, place), depth + 1);
                    break;
                case TypeKind.Union:
                    Union(element.Union!, PayloadNumbers.Load(buffer[(types + (i * element.Union!.TypeSize))..], element.Scalar), buffer, place, depth);
                    break;
                default:
                    Inline(element, buffer[place..]);
                    break;
            }
        }

        line.Append(']');
    }

    private void Union(PayloadUnion union, ulong type, ReadOnlySpan<byte> buffer, int slot, int depth)
    {
        Named(union.Names, type);
        if (!union.Members.TryGetValue(type, out PayloadType? member))
        {
            return;
        }

        switch (member.Kind)
        {
            case TypeKind.Table:
                Braces(member.Table!, PayloadCursor.At(buffer, slot), depth + 1);
                break;
            case TypeKind.Struct:
                Inline(member, buffer[GeneratedReader.Struct(buffer, slot, member.Struct!.Size)..]);
                break;
            default:
                line.Append(' ');
                Text(GeneratedReader.BytesAt(buffer, slot));
                break;
        }
    }

    private void Braces(PayloadTable type, in PayloadCursor table, int depth)
    {
        line.Append('{');
        Table(type, table, depth);
        line.Append('}');
    }

    private void Struct(PayloadStruct type, ReadOnlySpan<byte> bytes)
    {
        bool isFirst = true;
        foreach (PayloadStructField field in type.Fields)
        {
            if (!TakeValue())
            {
                return;
            }

            Name(field.Name, ref isFirst);
            Inline(field.Type, bytes[field.Offset..]);
        }
    }

    private void Inline(PayloadType type, ReadOnlySpan<byte> bytes)
    {
        switch (type.Kind)
        {
            case TypeKind.Struct:
                line.Append('{');
                Struct(type.Struct!, bytes);
                line.Append('}');
                break;
            case TypeKind.Array:
                line.Append('[');
                for (int i = 0; i < type.Length && TakeValue(); i++)
                {
                    line.Append(i > 0 ? ", "u8 : ""u8);
                    Inline(type.Element!, bytes[(i * type.Element!.Size)..]);
                }

                line.Append(']');
                break;
            default:
                Number(type, PayloadNumbers.Load(bytes, type.Scalar));
                break;
        }
    }

    private void Number(PayloadType type, ulong value)
    {
        if (type.Names is { } names)
        {
            Named(names, value);
            return;
        }

        switch (ScalarType.Of(type.Scalar).Form)
        {
            case ScalarForm.Boolean:
                line.Append(value != 0 ? "true"u8 : "false"u8);
                break;
            case ScalarForm.Real:
                Real(value, type.Scalar);
                break;
            case ScalarForm.Unsigned:
                line.Append(value);
                break;
            default:
                line.Append(unchecked((long)value));
                break;
        }
    }

    private void Real(ulong bits, ScalarKind kind)
    {
        double value = PayloadNumbers.ToReal(bits, kind);
        if (double.IsFinite(value))
        {
            Span<byte> text = stackalloc byte[MaxRealText];
            _ = ScalarType.Of(kind).Size < sizeof(double) ? Utf8Formatter.TryFormat((float)value, text, out int length) : Utf8Formatter.TryFormat(value, text, out length);
            line.Append(text[..length]);
        }
        else
        {
            line.Append(double.IsNaN(value) ? "nan"u8 : value > 0 ? "inf"u8 : "-inf"u8);
        }
    }

    private void Named(PayloadNames names, ulong value)
    {
        if (names.Find(unchecked((long)value)) is { } name)
        {
            line.Append(name);
        }
        else if (names.Smallest < 0)
        {
            line.Append(unchecked((long)value));
        }
        else
        {
            line.Append(value);
        }
    }

    private void Name(string name, ref bool isFirst)
    {
        if (!isFirst)
        {
            line.Append(' ');
        }

        isFirst = false;
        line.Append(name);
        line.Append('=');
    }
}
