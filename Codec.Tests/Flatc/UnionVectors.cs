using Coverage;
using Google.FlatBuffers;

namespace Codec.Tests.Flatc;

/// <summary>
/// The code that flatc 25.12.19 should generate to verify a vector of unions. The code that it does generate checks only the vector of types, so a
/// schema with such a vector needs an action like this one.
/// </summary>
internal static class UnionVectors
{
    public static bool Verify(Verifier verifier, uint tablePos) =>
        verifier.VerifyTableStart(tablePos)
        && verifier.VerifyVectorOfUnion(tablePos, 4, 6, AnyVerify.Verify, false)
        && verifier.VerifyTableEnd(tablePos);
}
