namespace Google.FlatBuffers;

/// <summary>Verifies a table. flatc generates one such method for each table type.</summary>
/// <param name="verifier">The verifier.</param>
/// <param name="tablePos">The table's index in the verifier's buffer, in bytes.</param>
/// <returns>Whether the table is safe to read.</returns>
public delegate bool VerifyTableAction(Verifier verifier, uint tablePos);
