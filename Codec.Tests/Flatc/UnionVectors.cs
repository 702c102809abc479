using Coverage;
using Google.FlatBuffers;

namespace Codec.Tests.Flatc;

/// <summary>
/// What flatc 25.12.19 should write to verify a vector of unions. Its own code looks at the vector of types alone, so whoever has such a
/// vector in a schema needs an action like this one.
/// </summary>
internal static class UnionVectors
{
    public static bool Verify(Verifier verifier, uint tablePos) =>
        verifier.VerifyTableStart(tablePos)
        && verifier.VerifyVectorOfUnion(tablePos, 4, 6, AnyVerify.Verify, false)
        && verifier.VerifyTableEnd(tablePos);
}
