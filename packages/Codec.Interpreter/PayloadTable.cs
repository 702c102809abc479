using System.Collections.Generic;
using Codec.Schema.CSharp;
using Codec.Schema.Model;

namespace Codec.Interpreter;

/// <summary>A table of the schema, prepared for reading and writing payloads.</summary>
/// <param name="definition">The table in the model.</param>
/// <param name="code">The layout of the generated writer.</param>
internal sealed class PayloadTable(TableDefinition definition, TableCode code)
{
    public string FullName => definition.FullName;

    public TableDefinition Definition => definition;

    /// <summary>Gets the generated writer's layout.</summary>
    public TableCode Layout => code;

    /// <summary>Gets or sets the fields, ascending by id, including deprecated fields.</summary>
    public PayloadField[] Fields { get; set; } = [];

    /// <summary>Gets or sets the fields by their JSON names. A union also has the name of its type.</summary>
    public Dictionary<string, PayloadFieldName> Names { get; set; } = [];

    /// <summary>Gets the vtable of a table with all of its fields, with padding.</summary>
    public byte[] VTable { get; } = code.VTableImage();

    /// <summary>Gets the start of a payload whose root has all of its fields, up to and including the offset to the vtable.</summary>
    public byte[] Root { get; } = code.RootImage();
}
