using System;
using System.Buffers;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;
using Codec.Framing;
using Codec.Packets;

namespace Codec.Tests.Framing.Drivers;

/// <summary>The packet reader over a stream that gives a chunk a read, and stalls before each until the read is cancelled.</summary>
public sealed class StreamReaderDriver : StreamDriver
{
    // Smaller than some packets of the tests: so these lie in several segments.
    private const int BlockSize = 64;

    // What the reader asks its pool for before each read of the stream.
    public override int FirstRent => 16 * 1024;

    public override Decoding Decode(IReadOnlyList<byte[]> chunks, PacketFormat format, bool ends = true, Action<uint>? handler = null) =>
        DecodeAsync(chunks, format, ends, handler).GetAwaiter().GetResult();

    private static async Task<Decoding> DecodeAsync(IReadOnlyList<byte[]> chunks, PacketFormat format, bool ends, Action<uint>? handler)
    {
        Decoding stream = new();
        using CountingMemoryPool pool = new(BlockSize);
        using ChunkStream source = new(chunks, ends);
        PacketReader reader = new(source, format, pool: pool);
        while (true)
        {
            source.Stalls = true;
            PacketReadResult? result = await ReadCancelledAsync(reader);
            if (result is null)
            {
                // Cancelled while it waited: the next read goes on where this one was.
                source.Stalls = false;
                result = await ReadCancelledAsync(reader);
            }

            if (result is not { HasPacket: true } packet)
            {
                stream.Error = result?.Error ?? PacketError.None;
                break;
            }

            Deliver(stream, packet.Packet.Id, packet.Packet.Payload.ToArray(), handler);
        }

        stream.Position = reader.Position;
        stream.Hint = reader.Hint;
        await reader.DisposeAsync();
        stream.Outstanding = pool.Outstanding;
        stream.PeakRented = pool.PeakRented;
        return stream;
    }

    /// <summary>One read, cancelled if it has to wait.</summary>
    private static async Task<PacketReadResult?> ReadCancelledAsync(PacketReader reader)
    {
        using CancellationTokenSource cancellation = new();
        Task<PacketReadResult> read = reader.ReadPacketAsync(cancellation.Token).AsTask();
        if (!read.IsCompleted)
        {
            await cancellation.CancelAsync();
        }

        try
        {
            return await read;
        }
        catch (OperationCanceledException)
        {
            return null;
        }
    }
}
