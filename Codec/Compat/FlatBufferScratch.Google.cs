#if GOOGLE_FLATBUFFERS
using System;
using Google.FlatBuffers;

namespace Codec.Compat;

/// <summary>The package can use neither a buffer nor a verifier again: each payload gets its own.</summary>
[System.Diagnostics.CodeAnalysis.SuppressMessage("Performance", "CA1822:Mark members as static", Justification = "Our own runtime's counterpart keeps a buffer and a verifier.")]
internal sealed class FlatBufferScratch
{
    /// <summary>A buffer over just the payload; null where the verifier refuses it.</summary>
    /// <param name="array">The array that the payload lies in.</param>
    /// <param name="offset">Where it starts, in bytes.</param>
    /// <param name="count">Its bytes.</param>
    /// <param name="fileIdentifier">The file identifier that it must have, if any.</param>
    /// <param name="verify">What flatc wrote to verify the root table.</param>
    /// <param name="options">The verifier's limits.</param>
    /// <param name="root">The root table's index in the buffer.</param>
    internal ByteBuffer? Verify(byte[] array, int offset, int count, string? fileIdentifier, VerifyTableAction verify, Options options, out int root)
    {
        ByteBuffer buffer = FlatBuffersRuntime.CreateBuffer(new ArraySegment<byte>(array, offset, count));
        bool valid = FlatBuffersRuntime.Verify(buffer, fileIdentifier, verify, options);
        root = valid ? buffer.GetInt(buffer.Position) + buffer.Position : 0;
        return valid ? buffer : null;
    }
}
#endif
