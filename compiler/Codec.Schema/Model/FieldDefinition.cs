namespace Codec.Schema.Model;

/// <summary>The common properties of the fields of structs and tables.</summary>
public abstract record FieldDefinition : Declaration
{
    /// <summary>Gets the type.</summary>
    public required TypeReference Type { get; init; }

    /// <summary>Gets whether vectors of the struct or table are sorted and searched by this field. At most one field is a key.</summary>
    public bool IsKey { get; init; }

    /// <summary>
    /// Gets the hash function of the attribute <c>hash</c>, such as <c>fnv1_32</c>; otherwise null. It affects only reading of JSON.
    /// </summary>
    public string? Hash { get; init; }

    /// <summary>Gets how a packed payload rounds the value or each element; null if it does not.</summary>
    public Quantization? Quantization { get; init; }
}
