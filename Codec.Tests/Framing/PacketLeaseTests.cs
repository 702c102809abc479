namespace Codec.Tests.Framing;

public sealed class PacketLeaseTests
{
    [Test]
    public void Use_after_dispose_is_detected_on_copies_and_after_the_memory_was_leased_again()
    {
        PacketLease lease = Decode([0, 0, 7, 0]).ToLease();
        PacketLease copy = lease;
        lease.Dispose();
        Assert.That(() => lease.Packet.Id, Throws.InstanceOf<ObjectDisposedException>());
        using PacketLease next = Decode([0, 0, 8, 0]).ToLease();
        Assert.That(() => copy.Packet.Id, Throws.InstanceOf<ObjectDisposedException>());
        copy.Dispose();
        Assert.That(next.Packet.Id, Is.EqualTo(8), "a second return gave the next lease's memory back");
        Assert.That(() => default(PacketLease).Packet.Id, Throws.InstanceOf<ObjectDisposedException>());
        default(PacketLease).Dispose();
    }

    [Test]
    public void Leases_are_equal_if_they_have_the_same_memory()
    {
        using PacketLease lease = Decode([0, 0, 7, 0]).ToLease();
        using PacketLease other = Decode([0, 0, 7, 0]).ToLease();
        PacketLease copy = lease;
        Assert.That((lease == copy, lease.Equals((object)copy), lease.GetHashCode() == copy.GetHashCode()), Is.EqualTo((true, true, true)));
        Assert.That((lease != other, lease.Equals("no lease"), lease == default), Is.EqualTo((true, false, false)));
    }

    [Test]
    [NonParallelizable] // All leases of the process share the blocks.
    public void At_most_1024_blocks_are_kept()
    {
        Rent();
        PacketLeaseBlock[] blocks = Rent();
        PacketLeaseBlock[] again = Rent();
        Assert.That(again.Intersect(blocks).Count(), Is.EqualTo(1024));

        static PacketLeaseBlock[] Rent()
        {
            PacketLeaseBlock[] rented = [.. Enumerable.Range(0, 1100).Select(_ => PacketLeaseBlock.Rent(1))];
            foreach (PacketLeaseBlock block in rented)
            {
                block.TryReturn(block.Version);
            }

            return rented;
        }
    }

    [Test]
    public void A_lease_that_several_threads_dispose_at_once_is_returned_once()
    {
        for (int round = 0; round < 2000; round++)
        {
            PacketLease shared = Decode([0, 0, 7, 0]).ToLease();
            Parallel.For(0, 4, _ => shared.Dispose());
            using PacketLease first = Decode([0, 0, 8, 0]).ToLease();
            using PacketLease second = Decode([0, 0, 9, 0]).ToLease();
            Assert.That((first.Packet.Id, second.Packet.Id), Is.EqualTo((8u, 9u)), "Two leases share memory that came back twice.");
        }
    }

    [Test]
    public void Leases_allocate_nothing_once_warm()
    {
        byte[] bytes = [3, 0, 7, 0, 1, 2, 3];
        Decode(bytes).ToLease().Dispose();
        long before = GC.GetAllocatedBytesForCurrentThread();
        for (int i = 0; i < 100; i++)
        {
            Decode(bytes).ToLease().Dispose();
        }

        Assert.That(GC.GetAllocatedBytesForCurrentThread() - before, Is.Zero);
    }

    private static Packet Decode(byte[] bytes)
    {
        PacketDecoder.Decode(bytes, PacketFormat.Default, out Packet packet, out _, out _);
        return packet;
    }
}
