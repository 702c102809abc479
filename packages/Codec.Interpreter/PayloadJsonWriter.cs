using Codec.Interpreter.Compat;

namespace Codec.Interpreter;

/// <summary>Writes payloads as JSON by their schema, in the dialect of <c>flatc --strict-json</c>. Not thread-safe.</summary>
internal sealed class PayloadJsonWriter(Utf8JsonWriter writer) : PayloadWalker
{
    // A payload can refer to the same part many times. This limits the text, for each byte of the payload. The name of a field or of an enum value
    // may be much longer than the value.
    private const int MaxTextPerByte = 64;
    private const int MinTextLimit = 1 << 20;
    private long _limit;

    public static JsonWriterOptions Options => new() { SkipValidation = true, MaxDepth = 2000 };
    protected override bool HasRoom => Written <= _limit;
    private long Written => writer.BytesCommitted + writer.BytesPending;

    /// <summary>Returns the length of the longest text of a payload, in bytes.</summary>
    public static long LimitOf(ReadOnlySpan<byte> payload) => Math.Max(MinTextLimit, (long)MaxTextPerByte * payload.Length);

    /// <summary>Writes a payload as an object. If <see cref="PayloadVerifier"/> does not accept it, the JSON is unspecified.</summary>
    /// <returns>Whether the whole payload was written. It is not if its text is longer than <see cref="LimitOf"/>.</returns>
    public bool Write(ReadOnlySpan<byte> payload, PayloadMessage message)
    {
        _limit = Written + LimitOf(payload);
        Visit(payload, message);
        return HasRoom;
    }

    protected override void BeginObject() => writer.WriteStartObject();

    protected override void EndObject() => writer.WriteEndObject();

    protected override void BeginArray() => writer.WriteStartArray();

    protected override void BeginElement(int index)
    {
    }

    protected override void EndArray() => writer.WriteEndArray();

    protected override void Name(JsonEncodedText name) => writer.WritePropertyName(name);

    protected override void Boolean(bool value) => writer.WriteBooleanValue(value);

    protected override void Integer(ulong value, bool isSigned)
    {
        if (isSigned)
        {
            writer.WriteNumberValue(unchecked((long)value));
        }
        else
        {
            writer.WriteNumberValue(value);
        }
    }

    protected override void Real(double value, int size)
    {
        if (double.IsNaN(value) || double.IsInfinity(value))
        {
            writer.WriteStringValue(double.IsNaN(value) ? "nan"u8 : value > 0 ? "inf"u8 : "-inf"u8);
        }
        else if (size == sizeof(double))
        {
            JsonReals.Write(writer, value);
        }
        else
        {
            JsonReals.Write(writer, (float)value);
        }
    }

    protected override void Symbol(string name) => writer.WriteStringValue(name);

    protected override void Text(ReadOnlySpan<byte> utf8) => Utf8Text.Write(writer, utf8);

    // An unknown union member has no value.
    protected override void Union(PayloadField field, ulong type, PayloadType? member, ReadOnlySpan<byte> buffer, int slot, int depth)
    {
        if (member is not null)
        {
            Name(field.JsonTypeName);
            Named(field.Union!.Names, type);
            Name(field.JsonName);
            Member(member, buffer, slot, depth);
        }
    }

    protected override void Unions(PayloadField field, ReadOnlySpan<byte> buffer, int types, int values, int count, int depth)
    {
        PayloadUnion union = field.Union!;
        writer.WriteStartArray(field.JsonTypeName);
        for (int i = 0; i < count && HasRoom; i++)
        {
            ulong type = union.TypeAt(buffer, types, i);
            Named(union.Names, union.Members.ContainsKey(type) ? type : 0);
        }

        writer.WriteEndArray();
        writer.WriteStartArray(field.JsonName);
        for (int i = 0; i < count && HasRoom; i++)
        {
            if (union.Members.TryGetValue(union.TypeAt(buffer, types, i), out PayloadType? member))
            {
                Member(member, buffer, values + (4 * i), depth);
            }
            else
            {
                writer.WriteNullValue();
            }
        }

        writer.WriteEndArray();
    }
}
