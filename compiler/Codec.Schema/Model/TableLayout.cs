using System;
using System.Collections.Generic;
using System.Linq;

namespace Codec.Schema.Model;

/// <summary>The canonical layout of a table: the layout that generated writers of both languages produce, and that generated readers expect.</summary>
/// <remarks>
/// Values follow the vtable offset without gaps, in descending order of alignment. To align them, the table starts 4 bytes before a
/// multiple of its largest alignment.
/// </remarks>
internal sealed class TableLayout
{
    /// <summary>The maximum size of a table, in bytes. A vtable stores the size of the table and the offsets of its fields in 16 bits.</summary>
    public const int MaxSize = ushort.MaxValue;

    private readonly Dictionary<int, FieldPlace> _places = [];

    public TableLayout(TableDefinition definition)
    {
        PaddedVTableSize = (definition.VTableSize + 3) & ~3;
        Alignment = 4;
        Size = 4;
        foreach ((int id, int size, int alignment) in Entries(definition).OrderByDescending(entry => entry.Alignment).ThenBy(entry => entry.Id))
        {
            Alignment = Math.Max(Alignment, alignment);
            _places.Add(id, new FieldPlace(4 + (2 * id), Size, size, alignment));

            // A table whose size exceeds an int is never written.
            Size = (int)Math.Min(int.MaxValue, (long)Size + size);
        }
    }

    /// <summary>Gets the alignment, in bytes, of the position 4 bytes after the start of the table.</summary>
    public int Alignment { get; }

    /// <summary>Gets the size of the table, in bytes, without padding at the end.</summary>
    public int Size { get; }

    /// <summary>Gets the size of the table, in bytes, with padding to a multiple of 4.</summary>
    public int PaddedSize => (int)Math.Min(int.MaxValue, ((long)Size + 3) & ~3L);

    /// <summary>Gets the size of the vtable, in bytes, with padding to a multiple of 4.</summary>
    public int PaddedVTableSize { get; }

    /// <summary>Gets the positions of the values that are written.</summary>
    public IEnumerable<FieldPlace> Places => _places.Values;

    /// <summary>Returns the position of the value of a field that is written.</summary>
    public FieldPlace PlaceOf(TableField field) => _places[field.Id];

    /// <summary>Returns the position of a union's type, or of a vector of types; null for other fields.</summary>
    public FieldPlace? TypePlaceOf(TableField field) => field.HasUnionType ? _places[field.UnionTypeId] : null;

    /// <summary>Returns the offset of a root table in a payload, in bytes.</summary>
    /// <param name="hasIdentifier">Whether the payload has a file identifier.</param>
    public int RootTable(bool hasIdentifier) => (((hasIdentifier ? 8 : 4) + PaddedVTableSize + 4 + Alignment - 1) & -Alignment) - 4;

    private static IEnumerable<(int Id, int Size, int Alignment)> Entries(TableDefinition definition)
    {
        foreach (TableField field in definition.Fields.Where(field => !field.IsDeprecated))
        {
            if (field.HasUnionType)
            {
                int size = field.Type.Kind == TypeKind.Union ? ScalarKinds.SizeOf(field.Type.Scalar) : 4;
                yield return (field.UnionTypeId, size, size);
            }

            yield return (field.Id, field.Type.InlineSize, field.Type.InlineAlignment);
        }
    }
}
