namespace Codec.Generated;

/// <summary>Finds the first invalid field of a payload that was rejected. For generated code.</summary>
/// <returns>The name of the field in the schema, or an empty text if no field is the reason.</returns>
[EditorBrowsable(EditorBrowsableState.Never)]
public delegate string GeneratedFieldSearch(ReadOnlySpan<byte> payload);
