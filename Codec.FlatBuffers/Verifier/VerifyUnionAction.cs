namespace Google.FlatBuffers;

/// <summary>Verifies a union's value; flatc writes one for each union.</summary>
/// <param name="verifier">The verifier in use.</param>
/// <param name="typeId">The union's type, as the buffer says it.</param>
/// <param name="tablePos">The value's index in the verifier's buffer, in bytes.</param>
/// <returns>Whether the value is safe to read as that type.</returns>
public delegate bool VerifyUnionAction(Verifier verifier, byte typeId, uint tablePos);
