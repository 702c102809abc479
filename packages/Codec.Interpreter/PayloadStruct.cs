namespace Codec.Interpreter;

/// <summary>A struct of the schema, prepared for reading and writing payloads.</summary>
/// <param name="definition">The struct in the model.</param>
internal sealed class PayloadStruct(StructDefinition definition)
{
    public string FullName => definition.FullName;
    public int Size => definition.Size;
    public int Alignment => definition.Alignment;
    public PayloadStructField[] Fields { get; set; } = [];

    /// <summary>Gets or sets the indexes of the fields by name.</summary>
    public Dictionary<string, int> Names { get; set; } = [];
}
