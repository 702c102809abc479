using System;
using System.Buffers;
using System.Collections.Generic;
using Codec.Dispatch;
using Codec.Framing;
using Codec.Packets;
using Codec.Tests.Doubles;
using NUnit.Framework;

namespace Codec.Tests.Framing.Drivers;

/// <summary>Runs one kind of decoder over a stream that arrives in chunks.</summary>
public abstract class StreamDriver
{
    /// <summary>The most bytes that the decoder rents before it knows anything of the stream.</summary>
    public virtual int FirstRent => 4096;

    /// <summary>Whether the decoder itself is told that the stream has ended, so that it can validate what is cut off there.</summary>
    public virtual bool KnowsTheEnd => true;

    /// <summary>Decodes a stream.</summary>
    /// <param name="chunks">What arrives, in order; chunks may be empty.</param>
    /// <param name="format">How packets look.</param>
    /// <param name="ends">Whether the stream ends after the last chunk, or just gives nothing more.</param>
    /// <param name="dispatcher">Gets the decoder's own packets; if it is null, copies of them are put into the result.</param>
    /// <returns>The result: the dispatcher's state, if there is one.</returns>
    public abstract Decoding Decode(IReadOnlyList<byte[]> chunks, PacketFormat format, bool ends = true, PacketDispatcher<Decoding>? dispatcher = null);

    public override string ToString() => GetType().Name.Replace("Driver", "", StringComparison.Ordinal);

    protected static void Deliver(Decoding stream, in Packet packet, PacketDispatcher<Decoding>? dispatcher)
    {
        if (dispatcher is null)
        {
            stream.Packets.Add((packet.Id, packet.Payload.ToArray()));
            return;
        }

        try
        {
            Assert.That(dispatcher.Dispatch(packet), Is.EqualTo(PacketError.None));
        }
        catch (HandlerException)
        {
            stream.HandlerFailures++;
        }
    }

    protected static void Deliver(Decoding stream, in SequencePacket packet, PacketDispatcher<Decoding>? dispatcher)
    {
        if (dispatcher is null)
        {
            byte[] payload = packet.Payload.ToArray();
            stream.Packets.Add((packet.Id, payload));
            if (!packet.GetPayload(new byte[payload.Length]).SequenceEqual(payload))
            {
                Assert.Fail($"The payload of packet {stream.Packets.Count - 1} is another one when it is put together.");
            }

            return;
        }

        try
        {
            Assert.That(dispatcher.Dispatch(packet), Is.EqualTo(PacketError.None));
        }
        catch (HandlerException)
        {
            stream.HandlerFailures++;
        }
    }
}
