using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading.Tasks;
using Codec.Dispatch;
using Codec.Framing;
using Codec.Packets;
using Codec.Tests.Doubles;
using Codec.Transport;
using NUnit.Framework;

namespace Codec.Tests.Framing.Drivers;

/// <summary>A connection over a stream that gives a chunk a read.</summary>
public class ConnectionDriver : StreamDriver
{
    public override Decoding Decode(IReadOnlyList<byte[]> chunks, PacketFormat format, bool ends = true, PacketDispatcher<Decoding>? dispatcher = null) =>
        CountedAsync(chunks, format, ends, dispatcher).GetAwaiter().GetResult();

    private static bool IsMono { get; } = Type.GetType("Mono.Runtime") is not null;

    /// <summary>The connection's memory is of the shared pool, and is looked at when the connection is disposed.</summary>
    private async Task<Decoding> CountedAsync(IReadOnlyList<byte[]> chunks, PacketFormat format, bool ends, PacketDispatcher<Decoding>? dispatcher)
    {
        using SharedPoolListener pool = new();
        Decoding stream = await DecodeAsync(chunks, format, ends, dispatcher);
        stream.Outstanding = pool.Outstanding;
        Assert.That(pool.Rents, IsMono ? Is.Zero : Is.GreaterThan(0), "The listener hears of the connection's memory.");
        return stream;
    }

    private async Task<Decoding> DecodeAsync(IReadOnlyList<byte[]> chunks, PacketFormat format, bool ends, PacketDispatcher<Decoding>? dispatcher)
    {
        Decoding stream = dispatcher?.State ?? new Decoding();
        await using PacketConnection connection = Connect(chunks, format);
        try
        {
            await ReceiveAsync(connection, stream, dispatcher);

            // Without an exception it ends only after the last byte.
            stream.Position = chunks.Sum(static chunk => (long)chunk.Length);
        }
        catch (InvalidPacketException exception)
        {
            // Such a stream always ends, so a truncated packet at its end is what one that goes on would still wait for.
            bool isTruncated = exception.Error is PacketError.HeaderTruncated or PacketError.PayloadTruncated;
            stream.Error = isTruncated && !ends ? PacketError.None : exception.Error;
            stream.Hint = exception.Hint;
            stream.Position = exception.Position;
        }

        return stream;
    }

    /// <summary>Creates a connection that receives the chunks and then the end.</summary>
    private protected virtual PacketConnection Connect(IReadOnlyList<byte[]> chunks, PacketFormat format) => new(new ChunkStream(chunks, ends: true), format);

    /// <summary>Receives all packets up to the end of the connection.</summary>
    private protected virtual async Task ReceiveAsync(PacketConnection connection, Decoding stream, PacketDispatcher<Decoding>? dispatcher)
    {
        await foreach (PacketReadResult result in connection.ReadAllAsync())
        {
            Deliver(stream, result.Packet, dispatcher);
        }
    }
}
