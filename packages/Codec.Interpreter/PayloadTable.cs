namespace Codec.Interpreter;

/// <summary>A table of the schema, prepared for reading and writing payloads.</summary>
internal sealed class PayloadTable(TableLayout layout)
{
    public string FullName => layout.Definition.FullName;
    public TableLayout Layout => layout;

    /// <summary>Gets or sets the fields, ascending by id, including deprecated fields.</summary>
    public PayloadField[] Fields { get; set; } = [];

    /// <summary>Gets or sets the indexes of the fields by their JSON names. The index of a union's type is that of the union plus the number of fields.</summary>
    public Dictionary<string, int> Names { get; set; } = [];

    /// <summary>Gets the vtable of a table with all of its fields, with padding.</summary>
    public byte[] VTable { get; } = layout.VTableImage();

    /// <summary>Gets the start of a payload whose root has all of its fields, up to and including the offset to the vtable.</summary>
    public byte[] Root { get; } = layout.RootImage();
}
