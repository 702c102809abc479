namespace Codec.Schema.Cpp;

/// <summary>A table with its C++ names.</summary>
internal sealed class CppTable
{
    public CppTable(TableLayout layout, CppTypeNames names)
    {
        Layout = layout;
        HashSet<string> taken = [.. names.TableTypeNames(Definition.FullName)];
        int bit = 0;
        Fields =
        [
            .. layout.Fields.Select((field, index) => new CppField(
                field, CppNames.Member(field.Field.Name, field.Field.HasUnionType, taken), index, field.IsTracked ? bit++ : -1)),
        ];
    }

    public TableLayout Layout { get; }
    public TableDefinition Definition => Layout.Definition;
    public IReadOnlyList<CppField> Fields { get; }
}
