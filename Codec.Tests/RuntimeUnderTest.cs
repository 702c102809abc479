using Google.FlatBuffers;

namespace Codec.Tests;

/// <summary>Specifies which assembly provides the Google.FlatBuffers API in this build of the tests.</summary>
internal static class RuntimeUnderTest
{
    /// <summary>Gets whether the API is that of the published package, instead of that of this repository's runtime.</summary>
    public static bool IsPackage { get; } = typeof(ByteBuffer).Assembly.GetName().Name == "Google.FlatBuffers";

    /// <summary>
    /// Returns whether a payload without a file identifier is valid. Always returns <see langword="true"/> for the package, whose verifier would
    /// throw.
    /// </summary>
    public static bool Verify(ByteBuffer payload, VerifyTableAction verify) =>
        IsPackage || new Verifier(payload).VerifyBuffer(null, false, verify);
}
