namespace Codec.Schema.Layout;

/// <summary>The canonical layout of a table: the layout that the writers of every language produce, and that generated readers expect.</summary>
/// <remarks>
/// Values follow the vtable offset without gaps, in descending order of alignment. To align them, the table starts 4 bytes before a
/// multiple of its largest alignment.
/// </remarks>
internal sealed class TableLayout
{
    /// <summary>The maximum size of a table, in bytes. A vtable stores the size of the table and the offsets of its fields in 16 bits.</summary>
    public const int MaxSize = ushort.MaxValue;

    // Length, terminator and padding, in bytes.
    private const int MinTextSize = 8;

    public TableLayout(TableDefinition definition, byte[]? identifier = null, bool isRecursive = false, bool isRootOnly = false)
    {
        (Definition, Identifier, IsRecursive, IsRootOnly) = (definition, identifier, isRecursive, isRootOnly);
        TableField[] fields = [.. definition.Fields.Where(field => !field.IsDeprecated)];
        Dictionary<int, FieldPlace> places = [];
        foreach ((int id, int size, int alignment) in fields.SelectMany(Entries).OrderByDescending(entry => entry.Alignment).ThenBy(entry => entry.Id))
        {
            Alignment = Math.Max(Alignment, alignment);
            places.Add(id, new FieldPlace(4 + (2 * id), Size, size, alignment));

            // A table whose size exceeds an int is never written.
            Size = (int)Math.Min(int.MaxValue, (long)Size + size);
        }

        Fields = [.. fields.Select(field => new FieldLayout(field, places[field.Id], field.HasUnionType ? places[field.UnionTypeId] : null))];
    }

    public TableDefinition Definition { get; }

    /// <summary>Gets the fields that are written and read, in ascending order of id.</summary>
    public IReadOnlyList<FieldLayout> Fields { get; }

    /// <summary>Gets the four bytes of the file identifier of a payload with this root; null if the schema has none.</summary>
    public byte[]? Identifier { get; }

    /// <summary>Gets whether tables of this kind can be nested without limit, so that a writer must count the depth.</summary>
    public bool IsRecursive { get; }

    /// <summary>Gets whether no field refers to a table of this kind, so that it is always the root of a payload.</summary>
    public bool IsRootOnly { get; }

    /// <summary>Gets the alignment, in bytes, of the position 4 bytes after the start of the table.</summary>
    public int Alignment { get; } = 4;

    /// <summary>Gets the size of the table, in bytes, without padding at the end.</summary>
    public int Size { get; } = 4;

    /// <summary>Gets the size of the table, in bytes, with padding to a multiple of 4.</summary>
    public int PaddedSize => (int)Math.Min(int.MaxValue, ((long)Size + 3) & ~3L);
    public int VTableSize => Definition.VTableSize;

    /// <summary>Gets the size of the vtable, in bytes, with padding to a multiple of 4.</summary>
    public int PaddedVTableSize => (VTableSize + 3) & ~3;

    /// <summary>Gets the offset of the vtable of a root table, in bytes.</summary>
    public int RootVTable => Identifier is null ? 4 : 8;

    /// <summary>Gets the offset of a root table, in bytes.</summary>
    public int RootTable => ((RootVTable + PaddedVTableSize + 4 + Alignment - 1) & -Alignment) - 4;

    /// <summary>Gets the field whose string the writer writes directly after the table; null if the table is not followed by a string.</summary>
    public TableField? FirstText => Fields.FirstOrDefault(candidate => candidate.Type.IsOffset)?.Field is { Type.Kind: TypeKind.String } first ? first : null;

    /// <summary>Gets the minimum size, in bytes, of a payload that the writer produces for this root table.</summary>
    public int MinRootSize => RootTable + PaddedSize + (FirstText is null ? 0 : MinTextSize);

    /// <summary>Gets the initial depth of the root of a payload. Every reader stops at depth 64, so another limit is expressed as another initial depth.</summary>
    public int FirstDepth => PacketDefinition.DefaultMaxDepth - (Definition.Packet?.MaxDepth ?? PacketDefinition.DefaultMaxDepth) + 1;

    /// <summary>Gets the maximum number of tables in a payload; -1 if the schema has no limit.</summary>
    public int TableLimit => Definition.Packet?.MaxTables ?? -1;

    /// <summary>Returns the vtable of a table with all of its fields, padded to a multiple of 4 bytes.</summary>
    public byte[] VTableImage()
    {
        byte[] image = new byte[PaddedVTableSize];
        Put(image, 0, VTableSize);
        Put(image, 2, Size);
        foreach (FieldPlace place in Fields.SelectMany(field => field.TypePlace is { } type ? (FieldPlace[])[type, field.Place] : [field.Place]))
        {
            Put(image, place.Entry, place.Offset);
        }

        return image;
    }

    /// <summary>Returns the first bytes of a payload with this root table, up to and including the table's offset to its vtable.</summary>
    public byte[] RootImage()
    {
        byte[] image = new byte[RootTable + 4];
        Put(image, 0, RootTable);
        Put(image, 2, RootTable >> 16);
        Identifier?.CopyTo(image, 4);
        VTableImage().CopyTo(image, RootVTable);
        int back = RootTable - RootVTable;
        Put(image, RootTable, back);
        Put(image, RootTable + 2, back >> 16);
        return image;
    }

    private static void Put(byte[] image, int at, int value)
    {
        image[at] = (byte)value;
        image[at + 1] = (byte)(value >> 8);
    }

    private static IEnumerable<(int Id, int Size, int Alignment)> Entries(TableField field)
    {
        if (field.HasUnionType)
        {
            int size = field.Type.Kind == TypeKind.Union ? ScalarType.Of(field.Type.Scalar).Size : 4;
            yield return (field.UnionTypeId, size, size);
        }

        yield return (field.Id, field.Type.InlineSize, field.Type.InlineAlignment);
    }
}
