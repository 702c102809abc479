using Codec.Transport;
using NUnit.Framework;

namespace Codec.Tests.Transport;

/// <summary>Tests the buffer of packets that wait to be sent.</summary>
[TestFixture]
internal sealed class SendBufferTests
{
    [Test]
    public void Packets_that_are_sent_one_at_a_time_share_one_small_array()
    {
        SendBuffer buffer = new();
        byte[]? array = null;
        for (int i = 0; i < 5; i++)
        {
            buffer.GetSpan(100);
            buffer.Advance(100);
            SendBlock block = buffer.Take();
            array ??= block.Bytes;
            Assert.That(block.Bytes, Is.SameAs(array));
            buffer.Recycle(block);
        }

        Assert.That(array!, Has.Length.LessThan(1024));
        buffer.Return();
    }

    [Test]
    public void A_large_packet_gets_an_array_of_its_size_and_a_packet_after_it_gets_a_whole_block()
    {
        SendBuffer buffer = new();
        buffer.GetSpan(10_000);
        Assert.That(buffer.Free.Length, Is.InRange(10_000, 20_000));
        buffer.Advance(10_000);
        buffer.GetSpan(10_000);
        Assert.That(buffer.Free.Length, Is.GreaterThan(50_000));
        buffer.Return();
    }

    [Test]
    public void Trim_releases_the_arrays_of_all_recycled_blocks()
    {
        SendBuffer buffer = new();
        buffer.KeepFor(1024 * 1024);
        SendBlock[] blocks = new SendBlock[3];
        for (int i = 0; i < blocks.Length; i++)
        {
            buffer.GetSpan(60_000);
            buffer.Advance(60_000);
            blocks[i] = buffer.Take();
        }

        foreach (SendBlock block in blocks)
        {
            buffer.Recycle(block);
        }

        buffer.Trim();
        Assert.That(blocks, Has.All.Property(nameof(SendBlock.Bytes)).Empty);
        Assert.That(buffer.Free.Length, Is.Zero);
    }
}
