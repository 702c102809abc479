using static System.FormattableString;

namespace Codec.Interpreter;

/// <summary>
/// Explains each byte of a payload, like <c>flatc --annotate</c>: offset, bytes, type, value and field. It terminates for any bytes. Offsets that
/// refer outside the payload are reported, and bytes without a reference are shown as padding.
/// </summary>
internal sealed class ByteAnnotator(ReadOnlySpan<byte> payload)
{
    private const int BytesPerRow = 8;

    // If each byte is explained once, there are at most this many regions. A malicious payload may refer to its bytes many times.
    private const int RegionsPerByte = 2;
    private const int MinRegions = 1024;
    private const int LiteralsPerByte = 2;
    private readonly byte[] _payload = payload.ToArray();
    private readonly int _maxRegions = MinRegions + (int)Math.Min(int.MaxValue / 2, (long)RegionsPerByte * payload.Length);
    private readonly List<ByteRegion> _regions = [];
    // The title of each table, vtable, vector and string, and its end. Bytes before the end without a reference belong to it; the comment names them.
    private readonly List<(string Title, int End, string Filler)> _sections = [];
    private readonly HashSet<(int Place, object Type)> _visited = [];

    // The current buffer: the payload, or a nested buffer.
    private int _start;
    private int _end = payload.Length;

    // The number of bytes that further string literals may have. Strings may overlap.
    private long _literals = (long)LiteralsPerByte * payload.Length;

    private ReadOnlySpan<byte> Buffer => _payload.AsSpan(_start, _end - _start);

    public static string Annotate(ReadOnlySpan<byte> payload, PayloadMessage message) => Explain(payload, message).Print();

    /// <summary>Returns the regions in their order, each with the title of its section.</summary>
    public static IEnumerable<(ByteRegion Region, string Section)> Regions(ReadOnlySpan<byte> payload, PayloadMessage message)
    {
        ByteAnnotator annotator = Explain(payload, message);
        return annotator.WithPadding().Select(region => (region, annotator.TitleOf(region)));
    }

    private static ByteAnnotator Explain(ReadOnlySpan<byte> payload, PayloadMessage message)
    {
        ByteAnnotator annotator = new(payload);
        if (message.Struct is { } record)
        {
            annotator.Add($"struct ({record.FullName})", payload.Length);
            if (payload.Length >= record.Size)
            {
                annotator.Struct(record, 0, "", 0);
            }
        }
        else
        {
            annotator.Root(message.Table!, "root_table", 1);
        }

        return annotator;
    }

    private static uint UInt32(ReadOnlySpan<byte> buffer, int place) => BinaryPrimitives.ReadUInt32LittleEndian(buffer[place..]);

    private static ushort UInt16(ReadOnlySpan<byte> buffer, int place) => BinaryPrimitives.ReadUInt16LittleEndian(buffer[place..]);

    private void Add(string title, int end, string rest = "padding") => _sections.Add((title, _start + end, rest));

    private void Add(int place, int length, string type, string value, string comment, int section)
    {
        if (_regions.Count < _maxRegions)
        {
            _regions.Add(new ByteRegion(_start + place, length, type, value, comment, section));
        }
    }

    private void Add(int place, int length, string type, string value, string comment) => Add(place, length, type, value, comment, _sections.Count - 1);

    private string Place(int place) => Invariant($"0x{(_start + place).ToString(_payload.Length > 0xFF ? "X4" : "X2", CultureInfo.InvariantCulture)}");

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
        Add(slot, 4, "UOffset32", Invariant($"0x{offset:X8} ({offset}) Loc: {Place(unchecked((int)(slot + offset)))}"), comment + where, section);
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
        Add(place, 4, "SOffset32", Invariant($"0x{back:X8} ({back}) Loc: {Place(place - back)}"), size == 0 ? "offset to vtable; there is no vtable" : "offset to vtable", section);
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
                Field(table, field, isType: true, typeSlot, 0, section, depth);
            }

            if (slot > 0)
            {
                Field(table, field, isType: false, slot, typeSlot, section, depth);
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
        for (int entry = 0; entry + 2 <= size; entry += 2)
        {
            ushort value = UInt16(buffer, vtable + entry);
            PayloadField? field = Array.Find(table.Fields, candidate => candidate.Entry == entry || (candidate.HasUnionType && candidate.TypeEntry == entry));
            string name = field is null ? "unknown field" : $"field `{field.Name}{(field.Entry == entry ? "" : "_type")}`";
            string comment = entry switch
            {
                0 => "size of this vtable",
                2 => "size of referring table",
                _ => Invariant($"offset to {name} (id: {(entry - 4) / 2}){(value == 0 ? ", which is missing" : "")}"),
            };
            Add(vtable + entry, 2, entry < 4 ? "uint16_t" : "VOffset16", Invariant($"0x{value:X4} ({value})"), comment);
        }
    }

    // Explains the value of a field, or the type of its union.
    private void Field(PayloadTable table, PayloadField field, bool isType, int slot, int typeSlot, int section, int depth)
    {
        string name = isType ? field.Name + "_type" : field.Name;
        PayloadType type = !isType ? field.Type
            : field.Type.Union?.Type ?? new PayloadType { Kind = TypeKind.Vector, Size = 4, Alignment = 4, Element = field.Union!.Type };
        string path = $"{table.FullName}.{name}";
        ulong member = type.Union is { } union && typeSlot > 0 ? PayloadNumbers.Load(Buffer[typeSlot..], union.Scalar) : 0;
        if (IsOffset(type))
        {
            string detail = type.Union is null ? "" : $" of type `{type.Union.Names.Find(unchecked((long)member)) ?? "?"}`";
            Offset(slot, $"offset to field `{name}` ({Word(type)}{detail})", section);
        }

        switch (type.Kind)
        {
            case TypeKind.Vector:
                Vector(path, type.Element!, isType ? null : field.Nested, slot, typeSlot, depth);
                break;
            case TypeKind.String or TypeKind.Table or TypeKind.Union:
                Target(type, slot, path, member, depth);
                break;
            default:
                Inline(type, slot, name, "table field `", $"` ({(isType ? "UType" : type.Scalar)})", section);
                break;
        }
    }

    private static bool IsOffset(PayloadType type) => type.Kind is TypeKind.String or TypeKind.Table or TypeKind.Union or TypeKind.Vector;

    private static string Word(PayloadType type) => type.Kind.ToString().ToLowerInvariant();

    private void Vector(string path, PayloadType element, PayloadTable? nested, int slot, int typeSlot, int depth)
    {
        ReadOnlySpan<byte> buffer = Buffer;
        int start = GeneratedReader.Vector(buffer, slot, element.Size, out int count);
        WrongLength(start, $"vector ({path})", "vector (# items)", slot);
        if (start == 0 || !_visited.Add((_start + start, "vector")) || _regions.Count >= _maxRegions)
        {
            return;
        }

        Add($"vector ({path})", start + (nested is null ? count * element.Size : 0));
        Add(start - 4, 4, "uint32_t", Invariant($"0x{count:X8} ({count})"), "length of vector (# items)");
        if (nested is not null)
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

        for (int i = 0; i < count && _regions.Count < _maxRegions; i++)
        {
            int place = start + (i * element.Size);
            if (IsOffset(element))
            {
                Offset(place, Invariant($"offset to {Word(element)}[{i}]"), section);
                Target(element, place, path, types == 0 ? 0 : element.Union!.TypeAt(buffer, types, i), depth);
            }
            else
            {
                Inline(element, place, Invariant($"[{i}]"), "value", "", section);
            }
        }
    }

    // Explains what an offset refers to.
    private void Target(PayloadType type, int slot, string path, ulong member, int depth)
    {
        switch (type.Kind)
        {
            case TypeKind.Table:
                int table = GeneratedVerifier.Target(Buffer, slot);
                if (table != 0)
                {
                    Table(type.Table!, table, "table", depth + 1);
                }

                break;
            case TypeKind.Struct:
                PayloadStruct record = type.Struct!;
                int place = GeneratedReader.Struct(Buffer, slot, record.Size);
                if (place != 0 && _visited.Add((_start + place, record)))
                {
                    Add($"struct ({record.FullName})", place + record.Size);
                    Struct(record, place, "", _sections.Count - 1);
                }

                break;
            case TypeKind.Union when type.Union!.Members.TryGetValue(member, out PayloadType? value):
                Target(value, slot, path, 0, depth);
                break;
            case TypeKind.String:
                String(path, slot);
                break;
            default:
                break;
        }
    }

    private void String(string path, int slot)
    {
        ReadOnlySpan<byte> buffer = Buffer;
        int start = GeneratedReader.Vector(buffer, slot, 1, out int count);
        WrongLength(start, $"string ({path})", "string", slot);
        if (start == 0 || !_visited.Add((_start + start, "string")) || _regions.Count >= _maxRegions)
        {
            return;
        }

        Add($"string ({path})", start + count + 1);
        Add(start - 4, 4, "uint32_t", Invariant($"0x{count:X8} ({count})"), "length of string");
        if (count > 0)
        {
            _literals -= count;
            Add(start, count, Invariant($"char[{count}]"), _literals < 0 ? "…" : "", "string literal");
        }

        if (start + count < buffer.Length)
        {
            byte end = buffer[start + count];
            Add(start + count, 1, "char", Invariant($"0x{end:X2} ({end})"), end == 0 ? "string terminator" : "string terminator; it is not zero");
        }
    }

    // Explains the length of a string or vector that is inside the payload, but does not end there.
    private void WrongLength(int start, string title, string what, int slot)
    {
        int place = start == 0 ? GeneratedVerifier.Target(Buffer, slot) : 0;
        if (place != 0 && _visited.Add((_start + place, "length")))
        {
            uint count = UInt32(Buffer, place);
            Add(title, Buffer.Length, "after the length, which is wrong");
            Add(place, 4, "uint32_t", Invariant($"0x{count:X8} ({count})"), Invariant($"length of {what}; is wrong, {Buffer.Length - place - 4} bytes follow"));
        }
    }

    private void Struct(PayloadStruct type, int place, string path, int section)
    {
        foreach (PayloadStructField field in type.Fields)
        {
            string name = path.Length == 0 ? field.Name : $"{path}.{field.Name}";
            Inline(field.Type, place + field.Offset, name, "struct field `", $"` of '{type.FullName}' ({(field.Type.Element ?? field.Type).Scalar})", section);
        }
    }

    // Explains numbers. The texts come before and after the name of each.
    private void Inline(PayloadType type, int place, string name, string before, string after, int section)
    {
        switch (type.Kind)
        {
            case TypeKind.Struct:
                Struct(type.Struct!, place, name, section);
                break;
            case TypeKind.Array:
                for (int i = 0; i < type.Length && _regions.Count < _maxRegions; i++)
                {
                    Inline(type.Element!, place + (i * type.Element!.Size), Invariant($"{name}[{i}]"), before, after, section);
                }

                break;
            default:
                Number(type, place, before + name + after, section);
                break;
        }
    }

    private void Number(PayloadType type, int place, string comment, int section)
    {
        ScalarType scalar = ScalarType.Of(type.Scalar);
        ulong bits = PayloadNumbers.Load(Buffer[place..], type.Scalar);
        ScalarValue value = scalar.IsReal ? ScalarValue.OfReal(type.Scalar, scalar.ToReal(bits)) : new ScalarValue(type.Scalar, bits);
        string digits = (bits & (ulong.MaxValue >> (64 - (8 * scalar.Size)))).ToString(Invariant($"X{2 * scalar.Size}"), CultureInfo.InvariantCulture);
        string number = scalar.Form == ScalarForm.Boolean ? Invariant($"{bits}") : value.ToString();
        string name = type.Names?.Find(unchecked((long)bits)) is { } known ? ": " + known : "";
        Add(place, scalar.Size, scalar.Cpp.Replace("std::", ""), $"0x{digits} ({number})", comment + name, section);
    }

    private static string Printable(ReadOnlySpan<byte> bytes) =>
        string.Concat(bytes.ToArray().Select(value => value is >= 0x20 and < 0x7F ? (char)value : '.'));

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
                text.Append(text.Length > 0 ? "\n" : "").Append(TitleOf(region)).Append(":\n");
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

    private string TitleOf(ByteRegion region) => region.Section < 0 ? "padding" : _sections[region.Section].Title;

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
                result.Add(new ByteRegion(end, next - end, Invariant($"uint8_t[{next - end}]"), "", isInside ? _sections[section].Filler : "padding", isInside ? section : -1 - end));
                end = next;
            }
        }
    }
}
