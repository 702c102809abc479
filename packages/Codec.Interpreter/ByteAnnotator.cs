using System;
using System.Buffers.Binary;
using System.Globalization;
using Codec.Generated;

namespace Codec.Interpreter;

/// <summary>
/// Explains each byte of a payload, like <c>flatc --annotate</c>: offset, bytes, type, value and field. It terminates for any bytes. Offsets that
/// refer outside the payload are reported, and bytes without a reference are shown as padding.
/// </summary>
internal sealed class ByteAnnotator
{
    private const int BytesPerRow = 8;

    // If each byte is explained once, there are at most this many regions. A malicious payload may refer to its bytes many times.
    private const int RegionsPerByte = 2;
    private const int MinRegions = 1024;
    private const int LiteralsPerByte = 2;

    private readonly byte[] _payload;
    private readonly int _maxRegions;
    private readonly List<ByteRegion> _regions = [];
    private readonly List<ByteSection> _sections = [];
    private readonly HashSet<(int Place, object Type)> _visited = [];

    // The current buffer: the payload, or a nested buffer.
    private int _start;
    private int _end;

    // The number of bytes that further string literals may have. Strings may overlap.
    private long _literals;

    private ByteAnnotator(ReadOnlySpan<byte> payload)
    {
        _payload = payload.ToArray();
        _end = payload.Length;
        _literals = (long)LiteralsPerByte * payload.Length;
        _maxRegions = MinRegions + (int)Math.Min(int.MaxValue / 2, (long)RegionsPerByte * payload.Length);
    }

    private ReadOnlySpan<byte> Buffer => _payload.AsSpan(_start, _end - _start);

    /// <summary>Returns the explanation, with a line for each region.</summary>
    /// <param name="payload">The payload.</param>
    /// <param name="message">The type of the payload.</param>
    public static string Annotate(ReadOnlySpan<byte> payload, PayloadMessage message)
    {
        ByteAnnotator annotator = new(payload);
        if (message.Struct is { } record)
        {
            annotator.Add($"struct ({record.FullName})", payload.Length);
            if (payload.Length >= record.Size)
            {
                annotator.Struct(record, 0);
            }
        }
        else
        {
            annotator.Root(message.Table!, "root_table", 1);
        }

        return annotator.Print();
    }

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);

    private static uint UInt32(ReadOnlySpan<byte> buffer, int place) => BinaryPrimitives.ReadUInt32LittleEndian(buffer[place..]);

    private static ushort UInt16(ReadOnlySpan<byte> buffer, int place) => BinaryPrimitives.ReadUInt16LittleEndian(buffer[place..]);

    private void Add(string title, int end) => _sections.Add(new ByteSection(title, _start + end));

    private void Add(int place, int length, string type, string value, string comment, int section)
    {
        if (_regions.Count < _maxRegions)
        {
            _regions.Add(new ByteRegion(_start + place, length, type, value, comment, section));
        }
    }

    private void Add(int place, int length, string type, string value, string comment) => Add(place, length, type, value, comment, _sections.Count - 1);

    private string Place(int place) => Text($"0x{(_start + place).ToString(_payload.Length > 0xFF ? "X4" : "X2", CultureInfo.InvariantCulture)}");

    private void Root(PayloadTable table, string title, int depth)
    {
        if (Buffer.Length < 4)
        {
            return;
        }

        Add("header", table.Layout.Identifier is null ? 4 : 8);
        Offset(0, $"offset to root table `{table.FullName}`", _sections.Count - 1);
        if (table.Layout.Identifier is not null && Buffer.Length >= 8)
        {
            Add(4, 4, "char[4]", Printable(Buffer.Slice(4, 4)), "File Identifier");
        }

        int place = GeneratedVerifier.Target(Buffer, 0);
        if (place != 0)
        {
            Table(table, place, title, depth);
        }
    }

    // Explains an offset and its target, which may be outside the payload.
    private void Offset(int slot, string comment, int section)
    {
        uint offset = UInt32(Buffer, slot);
        string where = (ulong)offset + (uint)slot < (uint)Buffer.Length ? "" : "; is outside the payload";
        Add(slot, 4, "UOffset32", Text($"0x{offset:X8} ({offset}) Loc: {Place(unchecked((int)(slot + offset)))}"), comment + where, section);
    }

    private void Table(PayloadTable table, int place, string title, int depth)
    {
        if (!_visited.Add((_start + place, table)) || depth > GeneratedBudget.MaxDepth || _regions.Count >= _maxRegions)
        {
            return;
        }

        ReadOnlySpan<byte> buffer = Buffer;
        int back = BinaryPrimitives.ReadInt32LittleEndian(buffer[place..]);
        int size = GeneratedVerifier.VTable(buffer, place, out int vtable);
        Add($"{title} ({table.FullName})", place + (size == 0 ? 4 : UInt16(buffer, vtable + 2)));
        int section = _sections.Count - 1;
        Add(place, 4, "SOffset32", Text($"0x{back:X8} ({back}) Loc: {Place(place - back)}"), size == 0 ? "offset to vtable; there is no vtable" : "offset to vtable", section);
        if (size == 0)
        {
            return;
        }

        VTable(table, vtable, size);
        foreach (PayloadField field in table.Fields)
        {
            int slot = GeneratedVerifier.Field(buffer, place, vtable, size, field.Entry, field.Type.Size, 1);
            int typeSlot = field.HasUnionType ? GeneratedVerifier.Field(buffer, place, vtable, size, field.TypeEntry, field.TypeSize, 1) : 0;
            if (typeSlot > 0)
            {
                UnionType(table, field, typeSlot, section);
            }

            if (slot > 0)
            {
                Field(table, field, slot, typeSlot, section, depth);
            }
        }
    }

    private void VTable(PayloadTable table, int vtable, int size)
    {
        if (!_visited.Add((_start + vtable, "vtable")))
        {
            return;
        }

        ReadOnlySpan<byte> buffer = Buffer;
        Add($"vtable ({table.FullName})", vtable + size);
        Add(vtable, 2, "uint16_t", Number(UInt16(buffer, vtable)), "size of this vtable");
        Add(vtable + 2, 2, "uint16_t", Number(UInt16(buffer, vtable + 2)), "size of referring table");
        for (int entry = 4; entry + 2 <= size; entry += 2)
        {
            int id = (entry - 4) / 2;
            PayloadField? field = Array.Find(table.Fields, candidate => candidate.Entry == entry || (candidate.HasUnionType && candidate.TypeEntry == entry));
            string name = field is null ? "unknown field" : $"field `{field.Name}{(field.Entry == entry ? "" : "_type")}`";
            int offset = UInt16(buffer, vtable + entry);
            Add(vtable + entry, 2, "VOffset16", Number((ushort)offset), Text($"offset to {name} (id: {id}){(offset == 0 ? ", which is missing" : "")}"));
        }

        static string Number(ushort value) => Text($"0x{value:X4} ({value})");
    }

    private void UnionType(PayloadTable table, PayloadField field, int slot, int section)
    {
        if (field.Type.Union is { } union)
        {
            Scalar(slot, union.Scalar, $"table field `{field.Name}_type` (UType){NameOf(union.Names.Find(unchecked((long)PayloadNumbers.Load(Buffer[slot..], union.Scalar))))}", section);
            return;
        }

        Offset(slot, $"offset to field `{field.Name}_type` (vector)", section);
        PayloadUnion element = field.Type.Element!.Union!;
        int start = GeneratedReader.Vector(Buffer, slot, element.TypeSize, out int count);
        if (start != 0 && Vector(table, field.Name + "_type", start, count, element.TypeSize))
        {
            for (int i = 0; i < count; i++)
            {
                int place = start + (i * element.TypeSize);
                Scalar(place, element.Scalar, Text($"value[{i}]{NameOf(element.Names.Find(unchecked((long)PayloadNumbers.Load(Buffer[place..], element.Scalar))))}"), _sections.Count - 1);
            }
        }
    }

    private void Field(PayloadTable table, PayloadField field, int slot, int typeSlot, int section, int depth)
    {
        ReadOnlySpan<byte> buffer = Buffer;
        string name = $"{table.FullName}.{field.Name}";
        switch (field.Type.Kind)
        {
            case TypeKind.Scalar or TypeKind.Enum:
                Scalar(slot, field.Type.Scalar, $"table field `{field.Name}` ({field.Type.Scalar}){EnumName(field.Type, slot)}", section);
                break;
            case TypeKind.Struct:
                Struct(field.Type.Struct!, slot, field.Name, section);
                break;
            case TypeKind.String:
                Offset(slot, $"offset to field `{field.Name}` (string)", section);
                String(name, slot);
                break;
            case TypeKind.Table:
                Offset(slot, $"offset to field `{field.Name}` (table)", section);
                TableAt(field.Type.Table!, slot, depth);
                break;
            case TypeKind.Union:
                ulong type = typeSlot > 0 ? PayloadNumbers.Load(buffer[typeSlot..], field.Type.Scalar) : 0;
                Offset(slot, $"offset to field `{field.Name}` (union of type `{field.Type.Union!.Names.Find(unchecked((long)type)) ?? "?"}`)", section);
                Member(field.Type.Union, type, name, slot, depth);
                break;
            default:
                Offset(slot, $"offset to field `{field.Name}` (vector)", section);
                Vector(table, field, slot, typeSlot, depth);
                break;
        }
    }

    private void Vector(PayloadTable table, PayloadField field, int slot, int typeSlot, int depth)
    {
        ReadOnlySpan<byte> buffer = Buffer;
        PayloadType element = field.Type.Element!;
        int start = GeneratedReader.Vector(buffer, slot, element.Size, out int count);
        if (start == 0 || !Vector(table, field.Name, start, count, field.Nested is null ? element.Size : 0))
        {
            return;
        }

        if (field.Nested is { } nested)
        {
            (int outerStart, int outerEnd) = (_start, _end);
            (_start, _end) = (outerStart + start, outerStart + start + count);
            Root(nested, "nested root_table", depth + 1);
            (_start, _end) = (outerStart, outerEnd);
            return;
        }

        int types = 0;
        int section = _sections.Count - 1;
        if (element.Union is { } union && typeSlot > 0)
        {
            types = GeneratedReader.Vector(buffer, typeSlot, union.TypeSize, out int typeCount);
            count = Math.Min(count, typeCount);
        }

        string name = $"{table.FullName}.{field.Name}";
        for (int i = 0; i < count && _regions.Count < _maxRegions; i++)
        {
            int place = start + (i * element.Size);
            switch (element.Kind)
            {
                case TypeKind.String:
                    Offset(place, Text($"offset to string[{i}]"), section);
                    String(name, place);
                    break;
                case TypeKind.Table:
                    Offset(place, Text($"offset to table[{i}]"), section);
                    TableAt(element.Table!, place, depth);
                    break;
                case TypeKind.Union:
                    Offset(place, Text($"offset to union[{i}]"), section);
                    Member(element.Union!, types == 0 ? 0 : element.Union!.TypeAt(buffer, types, i), name, place, depth);
                    break;
                case TypeKind.Struct:
                    Struct(element.Struct!, place, Text($"[{i}]"), section);
                    break;
                default:
                    Scalar(place, element.Scalar, Text($"value[{i}]{EnumName(element, place)}"), section);
                    break;
            }
        }
    }

    // Explains the length of a vector. Returns false if this was already done, or if there are too many regions.
    private bool Vector(PayloadTable table, string field, int start, int count, int elementSize)
    {
        if (!_visited.Add((_start + start, "vector")) || _regions.Count >= _maxRegions)
        {
            return false;
        }

        Add($"vector ({table.FullName}.{field})", start + (count * elementSize));
        Add(start - 4, 4, "uint32_t", Text($"0x{count:X8} ({count})"), "length of vector (# items)");
        return true;
    }

    private void Member(PayloadUnion union, ulong type, string name, int slot, int depth)
    {
        if (!union.Members.TryGetValue(type, out PayloadType? member))
        {
            return;
        }

        switch (member.Kind)
        {
            case TypeKind.Table:
                TableAt(member.Table!, slot, depth);
                break;
            case TypeKind.Struct:
                int place = GeneratedReader.Struct(Buffer, slot, member.Struct!.Size);
                if (place != 0 && _visited.Add((_start + place, member.Struct)))
                {
                    Add($"struct ({member.Struct.FullName})", place + member.Struct.Size);
                    Struct(member.Struct, place);
                }

                break;
            default:
                String(name, slot);
                break;
        }
    }

    private void TableAt(PayloadTable table, int slot, int depth)
    {
        int place = GeneratedVerifier.Target(Buffer, slot);
        if (place != 0)
        {
            Table(table, place, "table", depth + 1);
        }
    }

    private void String(string name, int slot)
    {
        ReadOnlySpan<byte> buffer = Buffer;
        int start = GeneratedReader.Vector(buffer, slot, 1, out int count);
        if (start == 0 || !_visited.Add((_start + start, "string")) || _regions.Count >= _maxRegions)
        {
            return;
        }

        Add($"string ({name})", start + count + 1);
        Add(start - 4, 4, "uint32_t", Text($"0x{count:X8} ({count})"), "length of string");
        if (count > 0)
        {
            _literals -= count;
            Add(start, count, Text($"char[{count}]"), _literals < 0 ? "…" : "", "string literal");
        }

        if (start + count < buffer.Length)
        {
            byte end = buffer[start + count];
            Add(start + count, 1, "char", Text($"0x{end:X2} ({end})"), end == 0 ? "string terminator" : "string terminator; it is not zero");
        }
    }

    private void Struct(PayloadStruct type, int place) => Struct(type, place, "", _sections.Count - 1);

    private void Struct(PayloadStruct type, int place, string path, int section)
    {
        foreach (PayloadStructField field in type.Fields)
        {
            string name = path.Length == 0 ? field.Name : $"{path}.{field.Name}";
            StructValue(type, field.Type, place + field.Offset, name, section);
        }
    }

    private void StructValue(PayloadStruct owner, PayloadType type, int place, string name, int section)
    {
        switch (type.Kind)
        {
            case TypeKind.Struct:
                Struct(type.Struct!, place, name, section);
                break;
            case TypeKind.Array:
                for (int i = 0; i < type.Length && _regions.Count < _maxRegions; i++)
                {
                    StructValue(owner, type.Element!, place + (i * type.Element!.Size), Text($"{name}[{i}]"), section);
                }

                break;
            default:
                Scalar(place, type.Scalar, $"struct field `{name}` of '{owner.FullName}' ({type.Scalar}){EnumName(type, place)}", section);
                break;
        }
    }

    private string EnumName(PayloadType type, int place) =>
        NameOf(type.Names?.Find(unchecked((long)PayloadNumbers.Load(Buffer[place..], type.Scalar))));

    private static string NameOf(string? name) => name is null ? "" : ": " + name;

    private void Scalar(int place, ScalarKind kind, string comment, int section)
    {
        ScalarType type = ScalarType.Of(kind);
        ulong bits = PayloadNumbers.Load(Buffer[place..], kind);
        ScalarValue value = type.IsReal ? ScalarValue.OfReal(kind, type.ToReal(bits)) : new ScalarValue(kind, bits);
        ulong raw = bits & (ulong.MaxValue >> (64 - (8 * type.Size)));
        string digits = raw.ToString(Text($"X{2 * type.Size}"), CultureInfo.InvariantCulture);
        string number = type.Form == ScalarForm.Boolean ? Text($"{bits}") : value.ToString();
        Add(place, type.Size, type.Cpp.Replace("std::", ""), $"0x{digits} ({number})", comment, section);
    }

    private static string Printable(ReadOnlySpan<byte> bytes)
    {
        StringBuilder text = new(bytes.Length);
        foreach (byte value in bytes)
        {
            text.Append(value is >= 0x20 and < 0x7F ? (char)value : '.');
        }

        return text.ToString();
    }

    private string Print()
    {
        List<ByteRegion> regions = WithPadding();
        int typeWidth = regions.Select(region => region.Type.Length).DefaultIfEmpty(0).Max();
        int valueWidth = Math.Max(BytesPerRow, regions.Select(region => region.Value.Length).DefaultIfEmpty(0).Max());
        StringBuilder text = new();
        int section = int.MinValue;
        foreach (ByteRegion region in regions)
        {
            if (region.Section != section || text.Length == 0)
            {
                text.Append(text.Length > 0 ? "\n" : "").Append(region.Section < 0 ? "padding" : _sections[region.Section].Title).Append(":\n");
                section = region.Section;
            }

            Print(text, region, typeWidth, valueWidth);
        }

        if (_regions.Count >= _maxRegions || _literals < 0)
        {
            text.Append("\nThe payload refers to its own bytes too often; not all of it is explained.\n");
        }

        return text.ToString();
    }

    private void Print(StringBuilder text, ByteRegion region, int typeWidth, int valueWidth)
    {
        // Only string literals and padding have several rows. A literal with a value is cut after its first row.
        for (int at = 0; at == 0 || (at < region.Length && region.Value.Length == 0); at += BytesPerRow)
        {
            ReadOnlySpan<byte> row = _payload.AsSpan(region.Offset + at, Math.Min(BytesPerRow, region.Length - at));
            string bytes = string.Join(" ", row.ToArray().Select(value => value.ToString("X2", CultureInfo.InvariantCulture)));
            string value = region.Value.Length > 0 ? (at == 0 ? region.Value : "") : Printable(row);
            string place = (region.Offset + at).ToString(_payload.Length > 0xFF ? "X4" : "X2", CultureInfo.InvariantCulture);
            text.Append("  +0x").Append(place).Append(" | ").Append(bytes.PadRight((3 * BytesPerRow) - 1)).Append(" | ")
                .Append((at == 0 ? region.Type : "").PadRight(typeWidth)).Append(" | ");
            string rest = at == 0 ? $"{value.PadRight(valueWidth)} | {region.Comment}" : value;
            text.Append(rest.TrimEnd()).Append('\n');
        }
    }

    // Returns the regions in order, with padding between them. A region inside another region is also returned.
    private List<ByteRegion> WithPadding()
    {
        List<ByteRegion> result = [];
        int end = 0;
        int section = -1;
        foreach (ByteRegion region in _regions.OrderBy(region => region.Offset).ThenByDescending(region => region.Length))
        {
            Pad(region.Offset);
            result.Add(region);
            end = Math.Max(end, region.Offset + region.Length);
            section = region.Section;
        }

        Pad(_payload.Length);
        return result;

        void Pad(int next)
        {
            if (next > end)
            {
                bool isInside = section >= 0 && next <= _sections[section].End;
                result.Add(new ByteRegion(end, next - end, Text($"uint8_t[{next - end}]"), "", "padding", isInside ? section : -1 - end));
                end = next;
            }
        }
    }
}
