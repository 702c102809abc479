using System;
using System.Collections.Generic;
using System.Linq;
using Codec.Schema.Model;

namespace Codec.Schema.Cpp;

/// <summary>A table with its canonical layout, the same as in generated C#.</summary>
/// <remarks>
/// Values follow the vtable offset without gaps, in descending order of alignment. To align them, the table starts 4 bytes before a multiple of its
/// largest alignment.
/// </remarks>
internal sealed class CppTable
{
    public CppTable(TableDefinition definition, CppTypeNames names)
    {
        Definition = definition;
        Alignment = 4;
        Size = 4;
        Dictionary<int, CppPlace> places = [];
        foreach ((int id, int size, int alignment) in Entries(definition).OrderByDescending(entry => entry.Alignment).ThenBy(entry => entry.Id))
        {
            Alignment = Math.Max(Alignment, alignment);
            places.Add(id, new CppPlace(4 + (2 * id), Size));
            Size = (int)Math.Min(int.MaxValue, (long)Size + size);
        }

        HashSet<string> taken = [.. names.TableTypeNames(definition.FullName)];
        int bit = 0;
        foreach (TableField field in definition.Fields.Where(field => !field.IsDeprecated))
        {
            bool isTracked = field.Presence != FieldPresence.Required
                && (field.Type.Kind is not (TypeKind.Scalar or TypeKind.Enum) || field.Presence == FieldPresence.Optional);
            Fields.Add(new CppField(
                field,
                CppNames.Member(field.Name, field.HasUnionType, taken),
                places[field.Id],
                field.HasUnionType ? places[field.UnionTypeId] : null,
                isTracked ? bit++ : -1));
        }
    }

    public TableDefinition Definition { get; }

    public List<CppField> Fields { get; } = [];

    /// <summary>Gets the alignment, in bytes, of the position 4 bytes after the start of the table.</summary>
    public int Alignment { get; }

    /// <summary>Gets the size of the table, in bytes, without padding at the end.</summary>
    public int Size { get; }

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
