namespace Codec.Tests.Streams;

internal sealed class ChunkPoolTests
{
    [Test]
    public void Keeps_chunks_up_to_its_bound()
    {
        ChunkPool pool = new(3 * ChunkPool.ChunkLength);
        byte[][] chunks = [.. Enumerable.Range(0, 5).Select(_ => pool.Rent(ChunkPool.ChunkLength))];
        foreach (byte[] chunk in chunks)
        {
            pool.Return(chunk);
        }

        Assert.That(pool.RetainedBytes, Is.EqualTo(3 * ChunkPool.ChunkLength));
        Assert.That(pool.Rent(ChunkPool.ChunkLength), Is.SameAs(chunks[2]));
        Assert.That(pool.RetainedBytes, Is.EqualTo(2 * ChunkPool.ChunkLength));
    }

    [Test]
    public void Is_emptied_when_idle_or_when_memory_is_short()
    {
        ChunkPool pool = new(10 * ChunkPool.ChunkLength);
        pool.Return(pool.Rent(ChunkPool.ChunkLength));
        int now = Environment.TickCount;
        pool.Trim(now + 30_000, memoryIsShort: false);
        Assert.That(pool.RetainedBytes, Is.EqualTo(ChunkPool.ChunkLength));
        pool.Trim(now + 61_000, memoryIsShort: false);
        Assert.That(pool.RetainedBytes, Is.Zero);
        pool.Return(pool.Rent(ChunkPool.ChunkLength));
        pool.Trim(Environment.TickCount, memoryIsShort: true);
        Assert.That(pool.RetainedBytes, Is.Zero);
    }

    [Test]
    public void Is_emptied_by_a_full_collection_when_idle()
    {
        ChunkPool pool = new(10 * ChunkPool.ChunkLength);
        for (int round = 0; round < 3; round++)
        {
            pool.Return(pool.Rent(ChunkPool.ChunkLength));

            // Mono finds an unreachable object only after a few collections.
            for (int i = 0; i < 10 && pool.RetainedBytes > 0; i++)
            {
                pool.LastUse = unchecked(Environment.TickCount - 61_000);
                GC.Collect();
                GC.WaitForPendingFinalizers();
            }

            Assert.That(pool.RetainedBytes, Is.Zero, $"Round {round}");
        }
    }

    [TestCase((ChunkPool.ChunkLength / 2) + 1)]
    [TestCase(600_000)]
    [TestCase(ChunkPool.ChunkLength)]
    public void A_length_above_half_a_chunk_is_rented_as_a_chunk(int length)
    {
        ChunkPool pool = new(10 * ChunkPool.ChunkLength);
        byte[] first = pool.Rent(length);
        Assert.That(first, Has.Length.EqualTo(ChunkPool.ChunkLength));
        pool.Return(first);
        Assert.That(ReferenceEquals(pool.Rent(length), first), Is.True);
        Assert.That(pool.RetainedBytes, Is.Zero);
    }

    [Test]
    public void Threads_never_share_a_chunk_and_never_lose_one()
    {
        const int Threads = 4;
        ChunkPool pool = new(10 * ChunkPool.ChunkLength);
        ConcurrentDictionary<byte[], bool> isRented = new();
        int shared = 0;
        Task.WaitAll([.. Enumerable.Range(0, Threads).Select(_ => Task.Factory.StartNew(RentAndReturn, TaskCreationOptions.LongRunning))]);

        // The pool allocates a chunk only if every other one is rented.
        Assert.That(shared, Is.Zero);
        Assert.That(isRented, Has.Count.LessThanOrEqualTo(Threads));
        Assert.That(pool.RetainedBytes, Is.EqualTo((long)isRented.Count * ChunkPool.ChunkLength));

        void RentAndReturn()
        {
            for (int i = 0; i < 50_000 && isRented.Count <= Threads; i++)
            {
                byte[] chunk = pool.Rent(ChunkPool.ChunkLength);
                if (!isRented.TryAdd(chunk, true) && !isRented.TryUpdate(chunk, true, false))
                {
                    Interlocked.Increment(ref shared);
                }

                isRented[chunk] = false;
                pool.Return(chunk);
            }
        }
    }
}
