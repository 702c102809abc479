using System;
using System.Collections.Generic;
using System.IO.Pipelines;
using System.Threading.Tasks;
using Codec.Dispatch;
using Codec.Framing;
using Codec.Packets;
using Codec.Tests.Doubles;

namespace Codec.Tests.Framing.Drivers;

/// <summary>
/// The packet reader over a reader that has everything from the start, a chunk a segment, of which the last is longer; enumerated with await
/// foreach.
/// </summary>
public sealed class FullPipeDriver : StreamDriver
{
    public override Decoding Decode(IReadOnlyList<byte[]> chunks, PacketFormat format, bool ends = true, PacketDispatcher<Decoding>? dispatcher = null) =>
        DecodeAsync(chunks, format, ends, dispatcher).GetAwaiter().GetResult();

    private static async Task<Decoding> DecodeAsync(IReadOnlyList<byte[]> chunks, PacketFormat format, bool ends, PacketDispatcher<Decoding>? dispatcher)
    {
        Decoding stream = dispatcher?.State ?? new Decoding();
        List<ReadOnlyMemory<byte>> segments = [default];
        foreach (byte[] chunk in chunks)
        {
            segments.Add(chunk);
        }

        await using PacketReader reader = new(PipeReader.Create(TestSegment.JoinInside(segments)), format);
        try
        {
            await foreach (PacketReadResult result in reader.ReadAllAsync())
            {
                Deliver(stream, result.Packet, dispatcher);
            }
        }
        catch (InvalidPacketException exception)
        {
            // Such a reader always ends, so a truncated packet at its end is what a stream that goes on would still wait for.
            bool isTruncated = exception.Error is PacketError.HeaderTruncated or PacketError.PayloadTruncated;
            stream.Error = isTruncated && !ends ? PacketError.None : exception.Error;
            stream.Hint = exception.Hint;
        }

        stream.Position = reader.Position;
        return stream;
    }
}
