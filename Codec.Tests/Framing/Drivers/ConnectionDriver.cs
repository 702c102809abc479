using System;
using System.Collections.Generic;
using System.Threading.Tasks;
using Codec.Framing;
using Codec.Packets;
using Codec.Transport;
using NUnit.Framework;

namespace Codec.Tests.Framing.Drivers;

/// <summary>A connection over a stream that gives a chunk a read.</summary>
public sealed class ConnectionDriver : StreamDriver
{
    public override Decoding Decode(IReadOnlyList<byte[]> chunks, PacketFormat format, bool ends = true, Action<uint>? handler = null) =>
        CountedAsync(chunks, format, ends, handler).GetAwaiter().GetResult();

    private static bool IsMono { get; } = Type.GetType("Mono.Runtime") is not null;

    /// <summary>The connection's memory is of the shared pool, and is looked at when the connection is disposed.</summary>
    private static async Task<Decoding> CountedAsync(IReadOnlyList<byte[]> chunks, PacketFormat format, bool ends, Action<uint>? handler)
    {
        using SharedPoolListener pool = new();
        Decoding stream = await DecodeAsync(chunks, format, ends, handler);
        stream.Outstanding = pool.Outstanding;
        Assert.That(pool.Rents, IsMono ? Is.Zero : Is.GreaterThan(0), "The listener hears of the connection's memory.");
        return stream;
    }

    private static async Task<Decoding> DecodeAsync(IReadOnlyList<byte[]> chunks, PacketFormat format, bool ends, Action<uint>? handler)
    {
        Decoding stream = new();
#pragma warning disable CA2000 // The connection owns it.
        await using PacketConnection connection = new(new ChunkStream(chunks, ends: true), format);
#pragma warning restore CA2000
        try
        {
            await foreach (PacketReadResult result in connection.ReadAllAsync())
            {
                stream.Position += result.Packet.Length;
                Deliver(stream, result.Packet.Id, result.Packet.GetPayload(new byte[result.Packet.PayloadSize]).ToArray(), handler);
            }
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
}
