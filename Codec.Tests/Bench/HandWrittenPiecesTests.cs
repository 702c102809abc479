using System.Buffers;
using System.Linq;
using Codec.Bench.Framing;
using NUnit.Framework;

namespace Codec.Tests.Bench;

/// <summary>Tests that the baseline for bytes in pieces does the work of the loop over one array, however the bytes are cut.</summary>
public sealed class HandWrittenPiecesTests
{
    [Test]
    public void The_sum_is_that_of_one_array([Range(1, 40)] int size)
    {
        byte[] data = [.. Enumerable.Range(0, 10).SelectMany(i => (byte[])[(byte)(i + 1), 0, (byte)(7 * i), 1, .. Enumerable.Repeat((byte)(i + 3), i + 1)])];
        (ChunkSegment first, ChunkSegment last) = ChunkSegment.Split(data, size);
        HandWrittenPieces pieces = new(new byte[PacketData.LongestPacket]);
        Assert.That(pieces.Read(new ReadOnlySequence<byte>(first, 0, last, last.Memory.Length)), Is.EqualTo(PacketData.HandWrittenLoop(data)));
    }
}
