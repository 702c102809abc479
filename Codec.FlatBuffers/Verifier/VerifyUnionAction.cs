namespace Google.FlatBuffers;

/// <summary>Verifies the value of a union. flatc generates one such method for each union.</summary>
/// <param name="verifier">The verifier.</param>
/// <param name="typeId">The union's type, as stored in the buffer.</param>
/// <param name="tablePos">The value's index in the verifier's buffer, in bytes.</param>
/// <returns>Whether the value is safe to read as that type.</returns>
public delegate bool VerifyUnionAction(Verifier verifier, byte typeId, uint tablePos);
