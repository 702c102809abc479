namespace Codec.Generated;

/// <summary>Verifies the fields of a message one by one, after its payload was rejected. For generated code.</summary>
/// <returns>The schema's name of the first invalid field, or an empty text if all are valid.</returns>
[EditorBrowsable(EditorBrowsableState.Never)]
public delegate string GeneratedFieldCheck(TableFields table, int depth, ref GeneratedVerifierBudget budget);
