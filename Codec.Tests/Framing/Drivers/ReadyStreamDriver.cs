using System;
using System.Buffers;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;
using Codec.Framing;
using Codec.Packets;
using NUnit.Framework;

namespace Codec.Tests.Framing.Drivers;

/// <summary>The packet reader over a stream that gives a chunk a read and is always ready: so packets are cut between reads that do not wait.</summary>
public sealed class ReadyStreamDriver : StreamDriver
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
        using CancellationTokenSource cancellation = new();
        PacketReader reader = new(source, format, pool: pool);
        while (true)
        {
            Task<PacketReadResult> read = reader.ReadPacketAsync(cancellation.Token).AsTask();
            if (!read.IsCompleted)
            {
                // The stream waits for more than the test has.
                await cancellation.CancelAsync();
                await Assert.ThatAsync(async () => await read, Throws.InstanceOf<OperationCanceledException>());
                break;
            }

            PacketReadResult result = await read;
            if (!result.HasPacket)
            {
                stream.Error = result.Error;
                break;
            }

            Deliver(stream, result.Packet.Id, result.Packet.Payload.ToArray(), handler);
        }

        stream.Position = reader.Position;
        stream.Hint = reader.Hint;
        await reader.DisposeAsync();
        stream.Outstanding = pool.Outstanding;
        stream.PeakRented = pool.PeakRented;
        return stream;
    }
}
