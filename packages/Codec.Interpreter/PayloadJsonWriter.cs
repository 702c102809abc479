using System;
using System.Text.Json;
using Codec.Generated;
using Codec.Interpreter.Compat;
using Codec.Schema.Model;

namespace Codec.Interpreter;

/// <summary>
/// Writes payloads as JSON by their schema: the same text as generated code, in the dialect of <c>flatc --strict-json</c>. Not thread-safe.
/// </summary>
internal sealed class PayloadJsonWriter
{
    // A payload can refer to the same part many times. This limits the text, for each byte of the payload. The name of a field or of an enum value
    // may be much longer than the value.
    private const int MaxTextPerByte = 64;
    private const int MinTextLimit = 1 << 20;

    /// <summary>Gets the options of a writer for any payload.</summary>
    public static JsonWriterOptions Options => new() { SkipValidation = true, MaxDepth = 2000 };

    private readonly Utf8JsonWriter _writer;
    private long _limit;

    /// <summary>Creates a writer.</summary>
    /// <param name="writer">The writer of the JSON. The caller flushes it.</param>
    public PayloadJsonWriter(Utf8JsonWriter writer) => _writer = writer;

    private long Written => _writer.BytesCommitted + _writer.BytesPending;

    private bool HasRoom => Written <= _limit;

    /// <summary>Writes a payload as an object.</summary>
    /// <param name="payload">The payload. If <see cref="PayloadVerifier"/> does not accept it, the JSON is unspecified.</param>
    /// <param name="message">The type of the payload.</param>
    /// <returns>Whether the whole payload was written. It is not if its text is longer than <see cref="LimitOf"/>.</returns>
    public bool Write(ReadOnlySpan<byte> payload, PayloadMessage message)
    {
        _limit = Written + LimitOf(payload);
        if (message.Struct is { } record)
        {
            Struct(record, payload);
        }
        else
        {
            Table(message.Table!, PayloadCursor.Root(payload), 1);
        }

        return HasRoom;
    }

    /// <summary>Returns the length of the longest text of a payload, in bytes.</summary>
    public static long LimitOf(ReadOnlySpan<byte> payload) => Math.Max(MinTextLimit, (long)MaxTextPerByte * payload.Length);

    /// <summary>Writes one field of a table, if it has a value.</summary>
    /// <param name="field">The field.</param>
    /// <param name="table">The table.</param>
    /// <param name="depth">The nesting depth of the table, from 1.</param>
    private void Field(PayloadField field, in PayloadCursor table, int depth)
    {
        PayloadType type = field.Type;
        int slot = table.Field(field.Entry, type.Size);
        if (field.HasUnionType)
        {
            int typeSlot = table.Field(field.TypeEntry, field.TypeSize);
            if (type.Kind == TypeKind.Union)
            {
                Union(field, type.Union!, table.Buffer, typeSlot, slot, depth);
            }
            else
            {
                Unions(field, type.Element!.Union!, table.Buffer, typeSlot, slot, depth);
            }

            return;
        }

        if (slot == 0)
        {
            return;
        }

        ReadOnlySpan<byte> buffer = table.Buffer;
        switch (type.Kind)
        {
            case TypeKind.Scalar or TypeKind.Enum:
                ulong value = PayloadNumbers.Load(buffer[slot..], type.Scalar);
                if (field.IsOptional || field.IsRequired || !PayloadNumbers.AreEqual(value, field.Default, type.Scalar))
                {
                    _writer.WritePropertyName(field.JsonName);
                    Number(type, value);
                }

                break;
            case TypeKind.Struct:
                _writer.WritePropertyName(field.JsonName);
                Struct(type.Struct!, buffer[slot..]);
                break;
            case TypeKind.String:
                ReadOnlySpan<byte> text = GeneratedReader.BytesAt(buffer, slot);
                if (field.DefaultText is null || !text.SequenceEqual(field.DefaultText))
                {
                    _writer.WritePropertyName(field.JsonName);
                    Text(text);
                }

                break;
            case TypeKind.Table:
                _writer.WritePropertyName(field.JsonName);
                Table(type.Table!, PayloadCursor.At(buffer, slot), depth + 1);
                break;
            default:
                Vector(field, type.Element!, buffer, slot, depth);
                break;
        }
    }

    private void Table(PayloadTable type, in PayloadCursor table, int depth)
    {
        _writer.WriteStartObject();
        foreach (PayloadField field in type.Fields)
        {
            if (HasRoom && !field.IsDeprecated && depth <= GeneratedBudget.MaxDepth)
            {
                Field(field, table, depth);
            }
        }

        _writer.WriteEndObject();
    }

    private void Struct(PayloadStruct type, ReadOnlySpan<byte> bytes)
    {
        _writer.WriteStartObject();
        foreach (PayloadStructField field in type.Fields)
        {
            _writer.WritePropertyName(field.JsonName);
            Inline(field.Type, bytes[field.Offset..]);
        }

        _writer.WriteEndObject();
    }

    // Writes a number, a struct, or an array of these.
    private void Inline(PayloadType type, ReadOnlySpan<byte> bytes)
    {
        switch (type.Kind)
        {
            case TypeKind.Struct:
                Struct(type.Struct!, bytes);
                break;
            case TypeKind.Array:
                _writer.WriteStartArray();
                for (int i = 0; i < type.Length; i++)
                {
                    Inline(type.Element!, bytes[(i * type.Element!.Size)..]);
                }

                _writer.WriteEndArray();
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

        ScalarType scalar = ScalarType.Of(type.Scalar);
        switch (scalar.Form)
        {
            case ScalarForm.Boolean:
                _writer.WriteBooleanValue(value != 0);
                break;
            case ScalarForm.Real:
                Real(scalar.ToReal(value), scalar.Size);
                break;
            default:
                Integer(value, scalar.IsSigned);
                break;
        }
    }

    private void Integer(ulong value, bool isSigned)
    {
        if (isSigned)
        {
            _writer.WriteNumberValue(unchecked((long)value));
        }
        else
        {
            _writer.WriteNumberValue(value);
        }
    }

    private void Real(double value, int size)
    {
        if (double.IsNaN(value) || double.IsInfinity(value))
        {
            _writer.WriteStringValue(double.IsNaN(value) ? "nan"u8 : value > 0 ? "inf"u8 : "-inf"u8);
        }
        else if (size == sizeof(double))
        {
            JsonReals.Write(_writer, value);
        }
        else
        {
            JsonReals.Write(_writer, (float)value);
        }
    }

    private void Named(PayloadNames names, ulong value)
    {
        if (names.Find(unchecked((long)value)) is { } name)
        {
            _writer.WriteStringValue(name);
        }
        else
        {
            Integer(value, names.Smallest < 0);
        }
    }

    private void Text(ReadOnlySpan<byte> utf8) => Utf8Text.Write(_writer, utf8);

    private void Vector(PayloadField field, PayloadType element, ReadOnlySpan<byte> buffer, int slot, int depth)
    {
        int start = GeneratedReader.Vector(buffer, slot, element.Size, out int count);
        if (field.Definition.DefaultIsEmptyVector && count == 0)
        {
            return;
        }

        if (field.Nested is { } nested)
        {
            // The depth continues from that of the table.
            _writer.WritePropertyName(field.JsonName);
            Table(nested, PayloadCursor.Root(buffer.Slice(start, count)), depth + 1);
            return;
        }

        _writer.WriteStartArray(field.JsonName);
        for (int i = 0; i < count && HasRoom; i++)
        {
            int place = start + (i * element.Size);
            switch (element.Kind)
            {
                case TypeKind.String:
                    Text(GeneratedReader.BytesAt(buffer, place));
                    break;
                case TypeKind.Table:
                    Table(element.Table!, PayloadCursor.At(buffer, place), depth + 1);
                    break;
                default:
                    Inline(element, buffer[place..]);
                    break;
            }
        }

        _writer.WriteEndArray();
    }

    // An unknown union member has no value, as in generated code.
    private void Union(PayloadField field, PayloadUnion union, ReadOnlySpan<byte> buffer, int typeSlot, int slot, int depth)
    {
        ulong type = typeSlot == 0 ? 0 : PayloadNumbers.Load(buffer[typeSlot..], union.Scalar);
        if (slot != 0 && union.Members.TryGetValue(type, out PayloadType? member))
        {
            _writer.WritePropertyName(field.JsonTypeName);
            Named(union.Names, type);
            _writer.WritePropertyName(field.JsonName);
            Member(member, buffer, slot, depth);
        }
    }

    private void Unions(PayloadField field, PayloadUnion union, ReadOnlySpan<byte> buffer, int typeSlot, int slot, int depth)
    {
        int types = GeneratedReader.Vector(buffer, typeSlot, union.TypeSize, out int typeCount);
        int values = GeneratedReader.Vector(buffer, slot, 4, out int count);
        if (types == 0 || values == 0)
        {
            return;
        }

        count = Math.Min(count, typeCount);
        _writer.WriteStartArray(field.JsonTypeName);
        for (int i = 0; i < count && HasRoom; i++)
        {
            ulong type = PayloadNumbers.Load(buffer[(types + (i * union.TypeSize))..], union.Scalar);
            Named(union.Names, union.Members.ContainsKey(type) ? type : 0);
        }

        _writer.WriteEndArray();
        _writer.WriteStartArray(field.JsonName);
        for (int i = 0; i < count && HasRoom; i++)
        {
            ulong type = PayloadNumbers.Load(buffer[(types + (i * union.TypeSize))..], union.Scalar);
            if (union.Members.TryGetValue(type, out PayloadType? member))
            {
                Member(member, buffer, values + (4 * i), depth);
            }
            else
            {
                _writer.WriteNullValue();
            }
        }

        _writer.WriteEndArray();
    }

    private void Member(PayloadType type, ReadOnlySpan<byte> buffer, int slot, int depth)
    {
        switch (type.Kind)
        {
            case TypeKind.Table:
                Table(type.Table!, PayloadCursor.At(buffer, slot), depth + 1);
                break;
            case TypeKind.Struct:
                int place = GeneratedReader.Struct(buffer, slot, type.Struct!.Size);
                Struct(type.Struct, buffer[place..]);
                break;
            default:
                Text(GeneratedReader.BytesAt(buffer, slot));
                break;
        }
    }
}
