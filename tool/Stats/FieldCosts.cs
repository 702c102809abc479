using Codec.Generated;

namespace Codec.Cli.Stats;

/// <summary>Adds up the bytes that the fields of a message take, which is a table, and the bits if it travels packed. Bytes to which several fields refer count for the first. Not thread-safe.</summary>
internal sealed class FieldCosts(PayloadMessage message) : IFieldMeter
{
    // A schema may refer to itself. Fields of deeper tables count for the field at this depth.
    private const int MaxDepth = 8;

    private readonly FieldCost _root = new("");
    private readonly HashSet<int> _visited = [];
    private long _total;

    // By the indexes in the words of the shape.
    private readonly Dictionary<int, (string Name, bool IsVector)> _packedNames = [];
    private readonly Stack<FieldCost> _open = new();
    private readonly List<FieldCost> _pending = [];
    private long _read;

    public string Name => message.Name;

    /// <summary>Gets the size of all payloads before packing, in bytes.</summary>
    public long Bytes => _total;

    /// <summary>Gets the bytes that belong to no field: padding, vtables, and the offsets to them.</summary>
    public long Structure => _total - _root.All.Sum(cost => cost.Bytes);

    /// <summary>Gets the number of packed payloads.</summary>
    public long PackedPackets { get; private set; }

    /// <summary>Gets the size of the packed payloads, with the headers of differences.</summary>
    public long Bits { get; private set; }

    /// <summary>Gets the bits that belong to no field: headers, padding, payloads that packing would not shorten, and whether the root has changed.</summary>
    public long SharedBits => Bits - _root.All.Skip(1).Sum(cost => cost.Bits);

    public IEnumerable<FieldCost> Fields => _root.All.Skip(1).OrderByDescending(cost => Bits > 0 ? cost.Bits : cost.Bytes);

    /// <summary>Adds a payload that <see cref="PayloadVerifier"/> has accepted, and the packed payload that it was, if any.</summary>
    public void Add(ReadOnlySpan<byte> payload, ReadOnlySpan<byte> packed = default)
    {
        _total += payload.Length;
        _visited.Clear();
        Table(message.Table!, PayloadCursor.Root(payload), _root, 1);
        PackedPackets += packed.IsEmpty ? 0 : 1;
        Bits += 8L * packed.Length;
        _pending.ForEach(cost => cost.Bits += cost.PendingBits);
        Drop();
    }

    /// <summary>Begins a packet that is unpacked. If it is not added, its bits are dropped.</summary>
    public void BeginPacked()
    {
        if (_packedNames.Count == 0 && message.Table is { } table)
        {
            Map(message.Shape!.Root, table);
        }

        Drop();
        _open.Clear();
        _open.Push(_root);
        _read = 0;
    }

    void IFieldMeter.Begin(int field, long bits)
    {
        FieldCost parent = Take(bits);
        _open.Push(_open.Count > MaxDepth ? parent : parent.Of(_packedNames[field]));
    }

    void IFieldMeter.End(long bits)
    {
        Take(bits);
        _open.Pop();
    }

    private FieldCost Take(long bits)
    {
        FieldCost cost = _open.Peek();
        if (bits > _read)
        {
            if (cost.PendingBits == 0)
            {
                _pending.Add(cost);
            }

            cost.PendingBits += bits - _read;
            _read = bits;
        }

        return cost;
    }

    private void Drop()
    {
        _pending.ForEach(cost => cost.PendingBits = 0);
        _pending.Clear();
    }

    private static (string Name, bool IsVector) NameOf(PayloadField field) => (field.Name, field.Type.Kind == TypeKind.Vector);

    private void Map(int record, PayloadTable table)
    {
        int[] words = message.Shape!.Words;
        int at = record + 1;
        foreach (PayloadField field in table.Fields.Where(field => !field.IsDeprecated))
        {
            if (!_packedNames.TryAdd(at, NameOf(field)))
            {
                return;
            }

            PayloadType type = field.Type.Element ?? field.Type;
            int referred = words[at + 3];
            Map(referred, type);
            for (int i = 0; type.Union is { } union && i < words[referred]; i++)
            {
                int member = referred + 1 + (PayloadShape.MemberSize * i);
                ulong mask = ulong.MaxValue >> (64 - (8 * union.TypeSize));
                Map(words[member + 2], union.Members.First(pair => (pair.Key & mask) == (uint)words[member]).Value);
            }

            at += PayloadShape.FieldSize;
        }
    }

    private void Map(int record, PayloadType type)
    {
        int[] words = message.Shape!.Words;
        if (type.Table is { } table)
        {
            Map(record, table);
        }

        for (int i = 0; type.Struct is { } inside && i < words[record + 2]; i++)
        {
            int leaf = record + 3 + (PayloadShape.LeafSize * i);
            _packedNames[leaf] = (PathOf(inside, words[leaf], words[leaf + 2] * ScalarClass.Size(words[leaf + 1])), false);
        }
    }

    // A quantized struct has one code.
    private static string PathOf(PayloadStruct type, int offset, int size)
    {
        PayloadStructField field = type.Fields.Last(field => field.Offset <= offset);
        PayloadType value = field.Type.Element ?? field.Type;
        string name = field.Type.Element is null ? field.Name : field.Name + "[]";
        return value.Struct is { } inside && value.Size > size ? $"{name}.{PathOf(inside, (offset - field.Offset) % value.Size, size)}" : name;
    }

    private void Table(PayloadTable type, in PayloadCursor table, FieldCost parent, int depth)
    {
        foreach (PayloadField field in type.Fields)
        {
            int slot = table.Field(field.Entry, field.Type.Size);
            if (slot == 0)
            {
                continue;
            }

            FieldCost cost = depth > MaxDepth ? parent : parent.Of(NameOf(field));
            cost.Count++;
            cost.Bytes += field.Type.Size;
            int typeSlot = field.HasUnionType ? table.Field(field.TypeEntry, field.TypeSize) : 0;
            cost.Bytes += typeSlot == 0 ? 0 : field.TypeSize;
            if (field.Type.Kind == TypeKind.Vector)
            {
                Vector(field, table.Buffer, slot, typeSlot, cost, depth);
            }
            else
            {
                ulong member = typeSlot == 0 ? 0 : PayloadNumbers.Load(table.Buffer[typeSlot..], field.Type.Scalar);
                Target(field.Type, table.Buffer, slot, member, cost, depth);
            }
        }
    }

    private void Vector(PayloadField field, ReadOnlySpan<byte> buffer, int slot, int typeSlot, FieldCost cost, int depth)
    {
        PayloadType element = field.Type.Element!;
        int start = GeneratedReader.Vector(buffer, slot, element.Size, out int count);
        if (start == 0 || !_visited.Add(start))
        {
            return;
        }

        cost.Bytes += 4 + ((long)count * element.Size);
        int types = 0;
        int typeCount = count;
        if (element.Union is { } union && typeSlot != 0)
        {
            types = GeneratedReader.Vector(buffer, typeSlot, union.TypeSize, out typeCount);
            cost.Bytes += types == 0 ? 0 : 4 + ((long)typeCount * union.TypeSize);
        }

        for (int i = 0; element.Kind is TypeKind.String or TypeKind.Table or TypeKind.Union && i < Math.Min(count, typeCount); i++)
        {
            Target(element, buffer, start + (i * element.Size), types == 0 ? 0 : element.Union!.TypeAt(buffer, types, i), cost, depth);
        }
    }

    // Adds what an offset refers to.
    private void Target(PayloadType type, ReadOnlySpan<byte> buffer, int slot, ulong member, FieldCost cost, int depth)
    {
        switch (type.Kind)
        {
            case TypeKind.String:
                int text = GeneratedReader.Vector(buffer, slot, 1, out int count);
                cost.Bytes += text != 0 && _visited.Add(text) ? 4L + count + 1 : 0;
                break;
            case TypeKind.Table when _visited.Add(GeneratedVerifier.Target(buffer, slot)):
                Table(type.Table!, PayloadCursor.At(buffer, slot), cost, depth + 1);
                break;
            case TypeKind.Union when type.Union!.Members.TryGetValue(member, out PayloadType? value):
                if (value.Struct is { } record)
                {
                    cost.Bytes += _visited.Add(GeneratedReader.Struct(buffer, slot, record.Size)) ? record.Size : 0;
                }
                else
                {
                    Target(value, buffer, slot, 0, cost, depth);
                }

                break;
            default:
                break;
        }
    }
}
