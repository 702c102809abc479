using System;
using System.Collections.Generic;
using Codec.Dispatch;
using Codec.Framing;
using Codec.Packets;
using Codec.Tests.Doubles;
using NUnit.Framework;

namespace Codec.Tests.Framing.Drivers;

/// <summary>Dispatch of all packets at once in what has come and was not consumed, which is a part of a longer array.</summary>
public sealed class DispatchAllDriver : StreamDriver
{
    // Zeros would be packets in the default format.
    private const int Before = 3;
    private const int Behind = 9;

    private readonly RecordingRoutes _routes = new();

    public override bool KnowsTheEnd => false;

    public override Decoding Decode(IReadOnlyList<byte[]> chunks, PacketFormat format, bool ends = true, PacketDispatcher<Decoding>? dispatcher = null)
    {
        if (dispatcher is not null)
        {
            return Dispatch(chunks, format, ends, dispatcher);
        }

        CountingPool pool = new();
        Decoding stream = new();
        using (PacketDispatcher<Decoding> recorder = _routes.Dispatcher(stream, pool))
        {
            Dispatch(chunks, format, ends, recorder);
        }

        stream.Outstanding = pool.Outstanding;
        stream.PeakRented = pool.PeakRented;
        return stream;
    }

    private static Decoding Dispatch(IReadOnlyList<byte[]> chunks, PacketFormat format, bool ends, PacketDispatcher<Decoding> dispatcher)
    {
        Decoding stream = dispatcher.State;
        byte[] kept = [];
        foreach (byte[] chunk in chunks)
        {
            byte[] array = [.. new byte[Before], .. kept, .. chunk, .. new byte[Behind]];
            ArraySegment<byte> rest = new(array, Before, kept.Length + chunk.Length);
            bool hasThrown;
            do
            {
                PacketError error = DispatchAll(dispatcher, rest, format, out int consumed, out hasThrown);
                rest = new ArraySegment<byte>(array, rest.Offset + consumed, rest.Count - consumed);
                stream.Position += consumed;
                if (error != PacketError.None)
                {
                    stream.Error = error;
                    stream.Hint = PacketHints.Guess(rest.AsSpan(), format);
                    return stream;
                }
            }
            while (hasThrown);
            kept = rest.AsSpan().ToArray();
        }

        // What is kept at the end lacks something; what, only a decoder says.
        if (ends && kept.Length > 0)
        {
            PacketDecoder.Decode(kept, format, out _, out _, out PacketError missing);
            Assert.That(missing, Is.EqualTo(PacketError.HeaderTruncated).Or.EqualTo(PacketError.PayloadTruncated), "What is kept was not refused.");
            stream.Error = missing;
        }

        return stream;
    }

    private static PacketError DispatchAll(
        PacketDispatcher<Decoding> dispatcher, ArraySegment<byte> source, PacketFormat format, out int consumed, out bool hasThrown)
    {
        consumed = 0;
        hasThrown = false;
        try
        {
            return dispatcher.DispatchAll(source, format, out consumed);
        }
        catch (HandlerException)
        {
            Assert.That(consumed, Is.AtLeast(format.HeaderSize), "The packet is consumed.");
            dispatcher.State.HandlerFailures++;
            hasThrown = true;
            return PacketError.None;
        }
    }
}
