using System;
using System.Collections.Generic;
using Codec.Packets;

namespace Codec.Tests.Framing.Drivers;

/// <summary>Runs one kind of decoder over a stream that arrives in chunks.</summary>
public abstract class StreamDriver
{
    /// <summary>The most bytes that the decoder rents before it knows anything of the stream.</summary>
    public virtual int FirstRent => 4096;

    /// <summary>Whether the decoder itself is told that the stream has ended, so that it can judge what is cut off there.</summary>
    public virtual bool KnowsTheEnd => true;

    /// <summary>Decodes a stream.</summary>
    /// <param name="chunks">What arrives, in order; chunks may be empty.</param>
    /// <param name="format">How packets look.</param>
    /// <param name="ends">Whether the stream ends after the last chunk, or just gives nothing more.</param>
    /// <param name="handler">Called with each packet's id; may throw.</param>
    public abstract Decoding Decode(IReadOnlyList<byte[]> chunks, PacketFormat format, bool ends = true, Action<uint>? handler = null);

    public override string ToString() => GetType().Name.Replace("Driver", "", StringComparison.Ordinal);

    protected static void Deliver(Decoding stream, uint id, byte[] payload, Action<uint>? handler)
    {
        stream.Packets.Add((id, payload));
        try
        {
            handler?.Invoke(id);
        }
        catch (HandlerException)
        {
            stream.HandlerFailures++;
        }
    }
}
