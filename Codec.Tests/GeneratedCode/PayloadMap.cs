namespace Codec.Tests.GeneratedCode;

/// <summary>The positions of the offsets, tables, vtables, lengths, unions and keys in a valid payload, in bytes.</summary>
internal sealed class PayloadMap
{
    private readonly byte[] _payload;
    private readonly SchemaIndex _index;
    private readonly HashSet<(int, string)> _tables = [];
    private readonly HashSet<int> _seen = [];

    private PayloadMap(byte[] payload, SchemaIndex index)
    {
        _payload = payload;
        _index = index;
    }

    /// <summary>Gets the offsets to tables, vectors, strings and the structs of unions.</summary>
    public List<int> Offsets { get; } = [];

    /// <summary>Gets the objects to which these offsets refer.</summary>
    public List<int> Objects { get; } = [];

    /// <summary>Gets the tables. Each starts with the offset to its vtable.</summary>
    public List<int> Tables { get; } = [];

    /// <summary>Gets the vtables. Each has its size, the size of the table, and its entries.</summary>
    public List<int> VTables { get; } = [];

    /// <summary>Gets the lengths of vectors and strings, with the size of an element.</summary>
    public List<(int Position, int ElementSize)> Lengths { get; } = [];

    /// <summary>Gets the zeros after strings.</summary>
    public List<int> Terminators { get; } = [];

    /// <summary>Gets the types of unions, in tables and in vectors.</summary>
    public List<int> UnionTypes { get; } = [];

    /// <summary>Gets the vtable entries of unions and of vectors of unions: both the entry of the type and that of the value.</summary>
    public List<int> UnionEntries { get; } = [];

    /// <summary>Gets the pairs of adjacent elements in vectors with a key. The elements are structs or offsets to tables.</summary>
    public List<(int First, int Second, int Size)> Neighbors { get; } = [];

    /// <summary>Gets the keys of these elements, or the offsets to the keys that are strings.</summary>
    public List<(int Position, int Size)> Keys { get; } = [];

    /// <summary>Creates the map of a payload.</summary>
    public static PayloadMap Of(byte[] payload, SchemaIndex index, string root)
    {
        PayloadMap map = new(payload, index);
        map.Table(map.Follow(0), index.Table(root));
        return map;
    }

    private int Int32(int position) => BinaryPrimitives.ReadInt32LittleEndian(_payload.AsSpan(position));

    private int UInt16(int position) => BinaryPrimitives.ReadUInt16LittleEndian(_payload.AsSpan(position));

    private int Follow(int slot)
    {
        int target = slot + Int32(slot);
        if (_seen.Add(slot))
        {
            Offsets.Add(slot);
            Objects.Add(target);
        }

        return target;
    }

    private void Table(int table, TableDefinition definition)
    {
        // A payload of another builder can refer to a table more than once.
        if (!_tables.Add((table, definition.FullName)))
        {
            return;
        }

        Tables.Add(table);
        int vtable = table - Int32(table);
        if (_seen.Add(vtable))
        {
            VTables.Add(vtable);
        }

        foreach (TableField field in definition.Fields)
        {
            int position = Field(table, vtable, field.Id);
            int types = field.HasUnionType ? Field(table, vtable, field.UnionTypeId) : 0;
            if (types != 0)
            {
                UnionEntries.Add(vtable + field.VTableOffset);
                UnionEntries.Add(vtable + field.VTableOffset - 2);
            }

            if (position != 0 && field.Type.Kind == TypeKind.Union && types != 0)
            {
                Union(types, position, _index.Union(field.Type.Definition!));
            }
            else if (position != 0 && field.Type.Kind == TypeKind.Vector)
            {
                Vector(position, field.Type.Element!, types);
            }
            else if (position != 0 && field.Type.IsOffset && field.Type.Kind != TypeKind.Union)
            {
                Value(position, field.Type);
            }
        }
    }

    private int Field(int table, int vtable, int id)
    {
        int entry = 4 + (2 * id);
        int offset = entry < UInt16(vtable) ? UInt16(vtable + entry) : 0;
        return offset == 0 ? 0 : table + offset;
    }

    // Adds a string, a table, or the struct of a union.
    private void Value(int slot, TypeReference type)
    {
        int target = Follow(slot);
        if (type.Kind == TypeKind.Table)
        {
            Table(target, _index.Table(type.Definition!));
        }
        else if (type.Kind == TypeKind.String)
        {
            Lengths.Add((target, 1));
            Terminators.Add(target + 4 + Int32(target));
        }
    }

    private void Union(int type, int slot, UnionDefinition union)
    {
        UnionTypes.Add(type);
        ulong id = union.Underlying is ScalarKind.UByte or ScalarKind.Byte or ScalarKind.Bool ? _payload[type] : (ulong)UInt16(type);
        UnionMember? member = union.Members.FirstOrDefault(candidate => candidate.Id.Bits == id);
        if (member is not null)
        {
            Value(slot, member.Type);
        }
    }

    private void Vector(int slot, TypeReference element, int typesSlot)
    {
        int vector = Follow(slot);
        int count = Int32(vector);
        int size = element.InlineSize;
        Lengths.Add((vector, size));
        int types = 0;
        if (typesSlot != 0)
        {
            types = Follow(typesSlot);
            Lengths.Add((types, _index.Union(element.Definition!).Underlying is ScalarKind.UByte ? 1 : 2));
        }

        for (int i = 0; i < count; i++)
        {
            int position = vector + 4 + (size * i);
            if (element.Kind == TypeKind.Union)
            {
                UnionDefinition union = _index.Union(element.Definition!);
                Union(types + 4 + (i * (union.Underlying is ScalarKind.UByte ? 1 : 2)), position, union);
            }
            else if (element.IsOffset)
            {
                Value(position, element);
            }

            Key(element, position);
            if (i > 0)
            {
                Neighbors.Add((position - size, position, size));
            }
        }
    }

    private void Key(TypeReference element, int position)
    {
        if (element.Kind == TypeKind.Struct && _index.Struct(element.Definition!).Fields.FirstOrDefault(field => field.IsKey) is StructField key)
        {
            Keys.Add((position + key.Offset, key.Type.InlineSize));
        }
        else if (element.Kind == TypeKind.Table && _index.Table(element.Definition!).Fields.FirstOrDefault(field => field.IsKey) is TableField field)
        {
            int table = position + Int32(position);
            int at = Field(table, table - Int32(table), field.Id);
            if (at != 0)
            {
                Keys.Add((at, field.Type.InlineSize));
            }
        }
    }
}
