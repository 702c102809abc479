using System.Collections.Generic;
using System.Linq;
using Codec.Packets;
using Codec.Tests.Doubles;
using Codec.Transport;
using NUnit.Framework;

namespace Codec.Tests.Transport;

/// <summary>Tests the buffer of packets that wait to be sent.</summary>
[TestFixture]
internal sealed class SendBufferTests
{
    [Test]
    public void Connections_that_send_single_packets_share_the_array_of_the_thread()
    {
        SendBuffer[] buffers = [new(), new()];
        byte[]? array = null;
        for (int i = 0; i < 6; i++)
        {
            PacketBlock block = Fill(buffers[i % 2], 100);
            array ??= block.Bytes;
            Assert.That(block.Bytes, Is.SameAs(array));
            buffers[i % 2].Recycle(block);
            Assert.That((block.Count, block.Packets), Is.EqualTo((0, 0)));
        }

        Assert.That(array!, Has.Length.LessThanOrEqualTo(4096));
    }

    [Test]
    public void A_block_that_is_not_written_yet_is_not_shared()
    {
        SendBuffer one = new();
        SendBuffer other = new();
        PacketBlock first = Fill(one, 100);
        PacketBlock second = Fill(other, 100);
        Assert.That(second.Bytes, Is.Not.SameAs(first.Bytes));
        one.Recycle(first);
        other.Recycle(second);
        Assert.That(Fill(other, 100), Is.SameAs(second), "The thread keeps one block, and a connection keeps the others.");
        Assert.That(Fill(one, 100), Is.SameAs(first));
    }

    [Test]
    public void A_long_array_stays_with_its_connection()
    {
        SendBuffer buffer = new();
        PacketBlock block = Fill(buffer, 10_000);
        buffer.Recycle(block);
        Assert.That(Fill(new SendBuffer(), 100), Is.Not.SameAs(block));
        Assert.That(Fill(buffer, 100), Is.SameAs(block));
        buffer.Return();
    }

    [Test]
    public void A_large_packet_gets_an_array_of_its_size_and_a_packet_after_it_gets_a_whole_block()
    {
        SendBuffer buffer = new();
        buffer.GetSpan(10_000);
        Assert.That(buffer.GetFree().Length, Is.InRange(10_000, 20_000));
        buffer.Advance(10_000);
        buffer.GetSpan(10_000);
        Assert.That(buffer.GetFree().Length, Is.GreaterThan(50_000));
        buffer.Return();
    }

    [Test]
    public void The_longest_packet_fits_after_a_short_one()
    {
        SendBuffer buffer = new();
        buffer.GetSpan(100);
        buffer.Advance(100);
        Assert.That(buffer.GetSpan(PacketFormat.LongestArray).Length, Is.EqualTo(PacketFormat.LongestArray));
        Assert.That(buffer.Take().Count, Is.EqualTo(100));
        buffer.Return();
    }

    [Test]
    public void Trim_releases_the_arrays_of_all_recycled_blocks()
    {
        SendBuffer buffer = new();
        buffer.KeepFor(1024 * 1024);
        PacketBlock[] blocks = new PacketBlock[3];
        for (int i = 0; i < blocks.Length; i++)
        {
            buffer.GetSpan(60_000);
            buffer.Advance(60_000);
            blocks[i] = buffer.Take();
        }

        foreach (PacketBlock block in blocks)
        {
            buffer.Recycle(block);
        }

        buffer.Trim();
        Assert.That(blocks, Has.All.Property(nameof(PacketBlock.Bytes)).Empty);
        Assert.That(buffer.GetFree().Length, Is.Zero);
    }

    [Test]
    public void A_connection_keeps_four_arrays_of_at_most_twice_a_block_again_after_Trim()
    {
        SendBuffer buffer = new();
        for (int round = 0; round < 2; round++)
        {
            PacketBlock large = Fill(buffer, 200_000);
            PacketBlock[] blocks = [.. Enumerable.Range(0, 5).Select(_ => Fill(buffer, 60_000))];
            foreach (PacketBlock block in (PacketBlock[])[large, .. blocks])
            {
                buffer.Recycle(block);
            }

            Assert.That(large.Bytes, Is.Empty);
            Assert.That(blocks.Count(static block => block.Bytes.Length > 0), Is.EqualTo(4));
            buffer.Trim();
        }
    }

    [Test]
    public void Return_returns_the_arrays_of_packets_that_wait()
    {
        using SharedPoolListener pool = new();
        SendBuffer buffer = new();
        for (int i = 0; i < 3; i++)
        {
            buffer.GetSpan(60_000);
            buffer.Advance(60_000);
        }

        Assert.That(pool.Outstanding, Is.EqualTo(SharedPoolListener.HasEvents ? 3 : 0));
        buffer.Return();
        Assert.That((pool.Outstanding, buffer.Count), Is.EqualTo((0, 0L)));
    }

    [Test]
    public void A_connection_that_sends_large_packets_does_not_keep_the_blocks_of_the_thread()
    {
        SendBuffer large = new();
        SendBuffer small = new();
        HashSet<PacketBlock> blocks = [];
        for (int i = 0; i < 100; i++)
        {
            blocks.Add(Reuse(large, 200_000));
            blocks.Add(Reuse(small, 100));
        }

        Assert.That(blocks, Has.Count.LessThan(10));
    }

    [Test]
    public void A_trimmed_connection_shares_the_array_of_the_thread()
    {
        SendBuffer trimmed = new();
        Reuse(trimmed, 10_000);
        PacketBlock shared = Reuse(new SendBuffer(), 100);
        trimmed.Trim();
        Assert.That(Fill(trimmed, 100), Is.SameAs(shared));
    }

    private static PacketBlock Reuse(SendBuffer buffer, int size)
    {
        PacketBlock block = Fill(buffer, size);
        buffer.Recycle(block);
        return block;
    }

    private static PacketBlock Fill(SendBuffer buffer, int size)
    {
        buffer.GetSpan(size);
        buffer.Advance(size);
        return buffer.Take();
    }
}
