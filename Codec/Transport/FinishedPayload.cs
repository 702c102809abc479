using System;
using Codec.Compat;
using Google.FlatBuffers;

namespace Codec.Transport;

/// <summary>The payload of a finished <see cref="FlatBufferBuilder"/>.</summary>
internal static class FinishedPayload
{
    /// <summary>Returns the payload in the builder's own memory. It is valid until the builder is used again.</summary>
    /// <exception cref="ArgumentNullException"><paramref name="builder"/> is <see langword="null"/>.</exception>
    /// <exception cref="InvalidOperationException">The builder is not finished.</exception>
    internal static ReadOnlySpan<byte> Of(FlatBufferBuilder builder)
    {
        if (builder is null)
        {
            Throw.ArgumentNull(nameof(builder));
        }

        if (!FlatBuffersRuntime.TryGetFinished(builder, 0, out ArraySegment<byte> payload))
        {
            Throw.BuilderNotFinished(builder.Offset);
        }

        return payload;
    }
}
