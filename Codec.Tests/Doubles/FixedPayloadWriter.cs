using System;
using Codec.Framing;

namespace Codec.Tests.Doubles;

/// <summary>Writes the same payload, whatever was promised: the message is the promise.</summary>
internal sealed class FixedPayloadWriter(byte[] payload) : IPayloadWriter<int>
{
    public int GetMaxSize(in int message) => message;

    public int Write(in int message, Span<byte> destination)
    {
        payload.AsSpan(0, Math.Min(payload.Length, destination.Length)).CopyTo(destination);
        return payload.Length;
    }
}
