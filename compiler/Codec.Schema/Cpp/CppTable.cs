using System.Collections.Generic;
using System.Linq;
using Codec.Schema.Model;

namespace Codec.Schema.Cpp;

/// <summary>A table with its canonical layout and its C++ names.</summary>
internal sealed class CppTable
{
    public CppTable(TableDefinition definition, CppTypeNames names)
    {
        Definition = definition;
        TableLayout layout = new(definition);
        Alignment = layout.Alignment;
        Size = layout.Size;
        HashSet<string> taken = [.. names.TableTypeNames(definition.FullName)];
        int bit = 0;
        foreach (TableField field in definition.Fields.Where(field => !field.IsDeprecated))
        {
            Fields.Add(new CppField(
                field,
                CppNames.Member(field.Name, field.HasUnionType, taken),
                layout.PlaceOf(field),
                layout.TypePlaceOf(field),
                field.IsTracked ? bit++ : -1));
        }
    }

    public TableDefinition Definition { get; }

    public List<CppField> Fields { get; } = [];

    /// <summary>Gets the alignment, in bytes, of the position 4 bytes after the start of the table.</summary>
    public int Alignment { get; }

    /// <summary>Gets the size of the table, in bytes, without padding at the end.</summary>
    public int Size { get; }
}
