#if !GOOGLE_FLATBUFFERS
using System;
using Google.FlatBuffers;

namespace Codec.Compat;

/// <summary>What Codec asks of a FlatBuffers runtime beyond the package's API: our own has it.</summary>
internal static class FlatBuffersRuntime
{
    /// <summary>Whether the builder's buffer holds a finished payload.</summary>
    internal static bool IsFinished(FlatBufferBuilder builder) => builder.IsFinished;

    /// <summary>The finished payload with <paramref name="headroom"/> free bytes in front of it; false where the usual way has to say why not.</summary>
    internal static bool TryGetFinished(FlatBufferBuilder builder, int headroom, out ArraySegment<byte> segment) =>
        builder.TryGetFinished(headroom, out segment);

    /// <summary>A buffer over just <paramref name="payload"/>.</summary>
    internal static ByteBuffer CreateBuffer(ArraySegment<byte> payload) => new(payload);

    /// <summary>Whether the verifier accepts the buffer.</summary>
    internal static bool Verify(ByteBuffer payload, string? fileIdentifier, VerifyTableAction verify, Options? options) =>
        new Verifier(payload, options).VerifyBuffer(fileIdentifier, false, verify);
}
#endif
