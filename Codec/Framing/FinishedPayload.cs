using System;
using Codec.Compat;
using Google.FlatBuffers;

namespace Codec.Framing;

/// <summary>Gets the finished payload of a <see cref="FlatBufferBuilder"/>.</summary>
internal static class FinishedPayload
{
    /// <summary>Returns the payload, in the builder's memory.</summary>
    /// <param name="builder">A finished builder.</param>
    /// <exception cref="ArgumentNullException"><paramref name="builder"/> is <see langword="null"/>.</exception>
    /// <exception cref="InvalidOperationException">The builder is not finished.</exception>
    internal static ArraySegment<byte> Of(FlatBufferBuilder builder)
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
