namespace Codec.Interpreter;

/// <summary>A struct of the schema, prepared for reading and writing payloads.</summary>
internal sealed class PayloadStruct(StructDefinition definition, PayloadStructField[] fields)
{
    public string FullName => definition.FullName;
    public int Size => definition.Size;
    public int Alignment => definition.Alignment;
    public PayloadStructField[] Fields => fields;

    public Dictionary<string, int> Names { get; } =
        fields.Select((field, index) => (field.Name, index)).ToDictionary(pair => pair.Name, pair => pair.index, System.StringComparer.Ordinal);
}
