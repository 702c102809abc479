#if !GOOGLE_FLATBUFFERS
using System;
using Codec.Packets;
using Google.FlatBuffers;

namespace Codec.Compat;

/// <summary>The features that Codec needs from a FlatBuffers runtime beyond the package's API. Codec's runtime has them.</summary>
internal static class FlatBuffersRuntime
{
    /// <summary>
    /// Gets the finished payload and <paramref name="headroom"/> free bytes in front of it. Returns false if the builder is not finished or has fewer
    /// free bytes.
    /// </summary>
    internal static bool TryGetFinished(FlatBufferBuilder builder, int headroom, out ArraySegment<byte> segment) =>
        builder.TryGetFinished(headroom, out segment);

    /// <summary>Grows the buffer of a finished builder, unless <paramref name="count"/> bytes are free in front of the payload. The position of the
    /// buffer does not change.</summary>
    internal static void GrowFront(FlatBufferBuilder builder, int count)
    {
        // A finished builder rejects Prep.
        if (!builder.TryGetFinished(count, out _))
        {
            ByteBuffer buffer = builder.DataBuffer;
            long length = Math.Max(2L * buffer.Length, (long)builder.Offset + count);
            buffer.GrowFront((int)Math.Min(length, PacketFormat.LongestArray));
        }
    }

    /// <summary>The size of the longest payload for which <see cref="LimitCopies"/> sets the smallest limit, in bytes.</summary>
    internal const int LargestWithUsualLimit = (int)(LeastCopyLimit / CopyLimitRatio);

    /// <summary>The smallest limit of a copy into objects, in bytes. Generated messages use the same limit.</summary>
    private const long LeastCopyLimit = 16 * 1024 * 1024;

    private const long CopyLimitRatio = 16;

    /// <summary>
    /// Returns the options if they limit the size of a copy into objects; otherwise, a copy of the options with the default limit.
    /// </summary>
    internal static Options LimitCopies(Options options, int payloadSize) =>
        options.MaxApparentSize > 0
            ? options
            : new Options(options.maxDepth, options.maxTables, options.stringEndCheck, options.alignmentCheck)
            {
                AlignmentOfMemory = options.AlignmentOfMemory,
                MaxApparentSize = Math.Max(LeastCopyLimit, CopyLimitRatio * payloadSize),
            };

    /// <summary>Creates a buffer that contains only <paramref name="payload"/>.</summary>
    internal static ByteBuffer CreateBuffer(ArraySegment<byte> payload) => new(payload);

    /// <summary>Returns whether the verifier accepts the buffer.</summary>
    internal static bool Verify(ByteBuffer payload, string? fileIdentifier, VerifyTableAction verify, Options options) =>
        new Verifier(payload, options).VerifyBuffer(fileIdentifier, false, verify);
}
#endif
