using Google.FlatBuffers;

namespace Codec.Tests;

/// <summary>Specifies which assembly provides the Google.FlatBuffers API in this build of the tests.</summary>
internal static class RuntimeUnderTest
{
    /// <summary>Whether it is the published package, not this repository's runtime.</summary>
    public static bool IsPackage { get; } = typeof(ByteBuffer).Assembly.GetName().Name == "Google.FlatBuffers";

    /// <summary>Whether a payload without a file identifier passes its verifier. The package's verifier throws for every such payload, so nothing is asked of it.</summary>
    public static bool Verify(ByteBuffer payload, VerifyTableAction verify) =>
        IsPackage || new Verifier(payload).VerifyBuffer(null, false, verify);
}
