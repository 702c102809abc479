using Codec.Generated;

namespace Codec.Cli.Stats;

/// <summary>Adds up the bytes that the fields of a message take, which is a table. Bytes to which several fields refer count for the first. Not thread-safe.</summary>
internal sealed class FieldCosts(PayloadMessage message)
{
    // A schema may refer to itself. Fields of deeper tables count for the field at this depth.
    private const int MaxDepth = 8;

    private readonly FieldCost _root = new("");
    private readonly HashSet<int> _visited = [];
    private long _total;

    public string Name => message.Name;

    /// <summary>Gets the size of all payloads before packing, in bytes.</summary>
    public long Bytes => _total;

    /// <summary>Gets the bytes that belong to no field: padding, vtables, and the offsets to them.</summary>
    public long Structure => _total - _root.All.Sum(cost => cost.Bytes);

    public IEnumerable<FieldCost> Fields => _root.All.Skip(1).OrderByDescending(cost => cost.Bytes);

    /// <summary>Adds a payload that <see cref="PayloadVerifier"/> has accepted.</summary>
    public void Add(ReadOnlySpan<byte> payload)
    {
        _total += payload.Length;
        _visited.Clear();
        Table(message.Table!, PayloadCursor.Root(payload), _root, 1);
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

            FieldCost cost = depth > MaxDepth ? parent : parent.Of(field);
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
