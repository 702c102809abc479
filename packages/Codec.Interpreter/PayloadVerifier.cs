using Codec.Packets;
using static System.FormattableString;

namespace Codec.Interpreter;

/// <summary>Verifies a payload by its schema. Accepts the same payloads as generated code, and describes the error of other payloads.</summary>
internal ref struct PayloadVerifier(ReadOnlySpan<byte> payload, PayloadMessage message, bool describes, bool limitsCopy = false)
{
    private readonly bool _describes = describes;
    private readonly bool _limitsCopy = limitsCopy;
    private ReadOnlySpan<byte> _buffer = payload;
    private int _bufferStart;
    private GeneratedVerifierBudget _budget = new GeneratedVerifierBudget(payload.Length, message.TableLimit);
    private GeneratedBudget _copy = new GeneratedBudget(payload.Length, message.TableLimit);

    // The first error, which is set once. While the callers return, they add to the path from its end.
    private string? _reason;
    private int _offset;
    private List<string>? _path;

    /// <summary>Verifies a payload without allocating memory. The memory of a copy into objects may be limited, as generated messages limit it.</summary>
    public static PacketError Verify(ReadOnlySpan<byte> payload, PayloadMessage message, bool limitsCopy = false)
    {
        if (payload.Length > message.MaxSize)
        {
            return PacketError.PayloadTooLarge;
        }

        bool isValid = message.Struct is { } record
            ? payload.Length == record.Size
            : new PayloadVerifier(payload, message, describes: false, limitsCopy).Root(message.Table!, message.FirstDepth);
        return isValid ? PacketError.None : PacketError.PayloadInvalid;
    }

    public static PayloadProblem? FindProblem(ReadOnlySpan<byte> payload, PayloadMessage message)
    {
        if (payload.Length > message.MaxSize)
        {
            return new PayloadProblem(0, "", Invariant($"the payload has {payload.Length} bytes, and packet_max_size allows {message.MaxSize}"), PacketError.PayloadTooLarge);
        }

        if (message.Struct is { } record)
        {
            return payload.Length == record.Size ? null
                : new PayloadProblem(0, "", Invariant($"the payload has {payload.Length} bytes; the struct {record.FullName} has {record.Size}"));
        }

        PayloadVerifier verifier = new(payload, message, describes: true);
        return verifier.Root(message.Table!, message.FirstDepth) ? null : verifier.Problem();
    }

    private readonly PayloadProblem Problem()
    {
        StringBuilder path = new();
        foreach (string step in Enumerable.Reverse(_path ?? []))
        {
            path.Append(path.Length > 0 && step[0] != '[' ? "." : "").Append(step);
        }

        return new PayloadProblem(_offset, path.ToString(), _reason!);
    }

    private bool Root(PayloadTable table, int depth)
    {
        if (_buffer.Length < GeneratedVerifier.MinBufferSize)
        {
            return Fail(0, !_describes ? "" : Invariant($"{_buffer.Length} bytes are too few for a table; the smallest payload has {GeneratedVerifier.MinBufferSize}"));
        }

        if (table.Layout.Identifier is { } identifier && !_buffer.Slice(4, 4).SequenceEqual(identifier))
        {
            return Fail(4, !_describes ? "" : $"the file identifier is not \"{Encoding.UTF8.GetString(identifier)}\"");
        }

        return Table(table, 0, depth);
    }

    private bool Table(PayloadTable table, int slot, int depth)
    {
        int place = GeneratedVerifier.Target(_buffer, slot);
        if (place == 0)
        {
            return Fail(slot, "the offset does not refer to a table inside the payload");
        }

        if (!_budget.TakeTables(1))
        {
            return Fail(slot, "the payload has more tables than allowed");
        }

        if (depth > GeneratedBudget.MaxDepth)
        {
            return Fail(slot, "the tables are nested too deep");
        }

        int size = GeneratedVerifier.VTable(_buffer, place, out int vtable);
        if (size == 0)
        {
            return Fail(place, "the table has no valid vtable inside the payload");
        }

        foreach (PayloadField field in table.Fields)
        {
            if (!field.IsDeprecated && !Field(field, place, vtable, size, depth))
            {
                Add(field.Name);
                return false;
            }
        }

        return true;
    }

    private bool Field(PayloadField field, int table, int vtable, int vtableSize, int depth)
    {
        PayloadType type = field.Type;
        int slot = GeneratedVerifier.Field(_buffer, table, vtable, vtableSize, field.Entry, type.Size, type.Alignment);
        if (slot < 0)
        {
            return Fail(vtable + field.Entry, "the field lies outside its table, or is not aligned");
        }

        if (field.HasUnionType)
        {
            int typeSlot = GeneratedVerifier.Field(_buffer, table, vtable, vtableSize, field.TypeEntry, field.TypeSize, field.TypeSize);
            if (typeSlot < 0)
            {
                return Fail(vtable + field.TypeEntry, "the union's type lies outside its table, or is not aligned");
            }

            return slot == 0 && field.IsRequired ? Missing(table)
                : type.Kind == TypeKind.Union ? UnionField(type.Union!, typeSlot, slot, table, depth + 1)
                : Unions(type.Element!.Union!, typeSlot, slot, table, depth + 1);
        }

        if (slot == 0)
        {
            return !field.IsRequired || Missing(table);
        }

        return type.Kind switch
        {
            TypeKind.String => Text(slot),
            TypeKind.Table => Table(type.Table!, slot, depth + 1),
            TypeKind.Vector => Vector(field, type.Element!, slot, depth),
            _ => true,
        };
    }

    private bool Text(int slot) => GeneratedVerifier.Text(_buffer, slot)
        ? !_limitsCopy || _copy.TakeText(LengthAt(slot)) || CopyTooLarge(slot)
        : Fail(slot, "the string lies outside the payload, or has no zero after it");

    private readonly int LengthAt(int slot) =>
        BinaryPrimitives.ReadInt32LittleEndian(_buffer.Slice(slot + BinaryPrimitives.ReadInt32LittleEndian(_buffer.Slice(slot))));

    private bool CopyTooLarge(int slot) => Fail(slot, "the strings and vectors take more memory than allowed");

    private bool Vector(PayloadField field, PayloadType element, int slot, int depth)
    {
        if (field.Nested is { } nested)
        {
            int bytes = GeneratedVerifier.Vector(_buffer, slot, 1, 4, out int length);
            return bytes == 0 ? NotAVector(slot) : Nested(nested, bytes, length, depth + 1);
        }

        int start = GeneratedVerifier.Vector(_buffer, slot, element.Size, Math.Max(4, element.Alignment), out int count);
        if (start == 0)
        {
            return NotAVector(slot);
        }

        if (_limitsCopy && !_copy.TakeVector<byte>(count * element.Size))
        {
            return CopyTooLarge(slot);
        }

        bool isText = element.Kind == TypeKind.String;
        if (isText && !_budget.TakeElements(count))
        {
            return TooManyElements(slot);
        }

        for (int i = 0; i < count && (isText || element.Kind == TypeKind.Table); i++)
        {
            if (!(isText ? Text(start + (4 * i)) : Table(element.Table!, start + (4 * i), depth + 1)))
            {
                Add(i);
                return false;
            }
        }

        return true;
    }

    private bool Nested(PayloadTable table, int start, int length, int depth)
    {
        ReadOnlySpan<byte> outer = _buffer;
        _buffer = outer.Slice(start, length);
        _bufferStart += start;
        bool isValid = Root(table, depth);
        _buffer = outer;
        _bufferStart -= start;
        return isValid;
    }

    private bool UnionField(PayloadUnion union, int typeSlot, int slot, int table, int depth)
    {
        ulong type = typeSlot == 0 ? 0 : PayloadNumbers.Load(_buffer[typeSlot..], union.Scalar);
        if (slot == 0)
        {
            // The C++ verifier of FlatBuffers accepts a missing table or string, but not a missing struct.
            return !(union.Members.TryGetValue(type, out PayloadType? member) && member.Kind == TypeKind.Struct)
                || Fail(table, "the union has a type and no value");
        }

        return GeneratedVerifier.Offset(_buffer, slot)
            ? typeSlot == 0 || Value(union, type, slot, depth)
            : Fail(slot, "the union's value lies outside the payload");
    }

    private bool Unions(PayloadUnion union, int typeSlot, int slot, int table, int depth)
    {
        if (typeSlot == 0 || slot == 0)
        {
            return typeSlot == slot || Fail(table, "a vector of unions and the vector of their types must both be set");
        }

        int types = GeneratedVerifier.Vector(_buffer, typeSlot, union.TypeSize, Math.Max(4, union.TypeSize), out int typeCount);
        int values = GeneratedVerifier.Vector(_buffer, slot, 4, 4, out int count);
        if (types == 0 || values == 0)
        {
            return NotAVector(types == 0 ? typeSlot : slot);
        }

        if (count != typeCount)
        {
            return Fail(slot, !_describes ? "" : Invariant($"the vector has {count} unions and {typeCount} types"));
        }

        if (!_budget.TakeElements(count))
        {
            return TooManyElements(slot);
        }

        for (int i = 0; i < count; i++)
        {
            if (!Value(union, union.TypeAt(_buffer, types, i), values + (4 * i), depth))
            {
                Add(i);
                return false;
            }
        }

        return true;
    }

    // A newer schema may have more types. The value of an unknown type is not read.
    private bool Value(PayloadUnion union, ulong type, int slot, int depth) =>
        !union.Members.TryGetValue(type, out PayloadType? member) || member.Kind switch
        {
            TypeKind.Table => Table(member.Table!, slot, depth),
            TypeKind.Struct => GeneratedVerifier.Struct(_buffer, slot, member.Struct!.Size, member.Struct.Alignment)
                || Fail(slot, "the union's struct lies outside the payload, or is not aligned"),
            _ => Text(slot),
        };

    private bool Missing(int table) => Fail(table, "the required field is missing");

    private bool NotAVector(int slot) => Fail(slot, "the vector lies outside the payload, or is not aligned");

    private bool TooManyElements(int slot) => Fail(slot, "the payload has more elements than allowed");

    private bool Fail(int offset, string reason)
    {
        _offset = _bufferStart + offset;
        _reason = reason;
        return false;
    }

    private void Add(string step)
    {
        if (_describes)
        {
            (_path ??= []).Add(step);
        }
    }

    private void Add(int index) => Add(_describes ? Invariant($"[{index}]") : "");
}
