#if GOOGLE_FLATBUFFERS
using System;
using Google.FlatBuffers;

namespace Codec.Compat;

/// <summary>The package can use neither a buffer nor a verifier again: each payload gets its own.</summary>
[System.Diagnostics.CodeAnalysis.SuppressMessage("Performance", "CA1822:Mark members as static", Justification = "Our own runtime's counterpart keeps a buffer and a verifier.")]
internal sealed class FlatBufferScratch
{
    /// <summary>A buffer over just <paramref name="payload"/>; null where the verifier refuses it.</summary>
    internal ByteBuffer? Verify(ArraySegment<byte> payload, string? fileIdentifier, VerifyTableAction verify, Options options)
    {
        ByteBuffer buffer = FlatBuffersRuntime.CreateBuffer(payload);
        return FlatBuffersRuntime.Verify(buffer, fileIdentifier, verify, options) ? buffer : null;
    }
}
#endif
