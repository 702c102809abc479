namespace Codec.Tests.Streams;

internal sealed class ChunkedByteStreamTests
{
    [Test]
    public void Positions_beyond_two_gigabytes_and_beyond_32_bits_are_reached()
    {
        using ChunkedByteStream stream = new(new PooledStreamOptions { Pool = new OneChunkPool() });
        byte[] piece = new byte[3_000_001];
        const long Target = (1L << 33) + 12_345;
        while (stream.Length < Target)
        {
            stream.Write(piece, 0, (int)Math.Min(piece.Length, Target - stream.Length));
        }

        Assert.That((stream.Length, stream.Position), Is.EqualTo((Target, Target)));
        Assert.That(stream.Seek(-1, SeekOrigin.End), Is.EqualTo(Target - 1));
        Assert.That((stream.ReadByte(), stream.ReadByte()), Is.EqualTo((0, -1)));
        stream.Position = (1L << 32) - 5;
        Assert.That(stream.Read(piece, 0, 100), Is.EqualTo(100));
        Assert.That(stream.Position, Is.EqualTo((1L << 32) + 95));
        Assert.That(stream.AsReadOnlySequence().Length, Is.EqualTo(Target));
        Assert.That(stream.ToArray, Throws.InvalidOperationException.With.Message.Contains("8589946937"));
        stream.SetLength(1L << 31);
        Assert.That(stream.Position, Is.EqualTo(1L << 31));
    }

    [Test]
    public void Nothing_is_read_more_than_two_gigabytes_past_the_end([Values((1L << 31) + 2, (1L << 32) + 5, long.MaxValue)] long position)
    {
        using ChunkedByteStream stream = new();
        stream.WriteByte(1);
        stream.Position = position;
        Assert.That((stream.Read(new byte[10], 0, 10), stream.Read(new byte[10].AsSpan()), stream.ReadByte()), Is.EqualTo((0, 0, -1)));
        Assert.That((stream.Length, stream.Position), Is.EqualTo((1L, position)));
    }

    [Test]
    public void A_failed_rent_leaves_no_memory_rented_after_dispose([Values] bool fromScratch)
    {
        byte[][] list = ArrayPool<byte[]>.Shared.Rent(16);
        ArrayPool<byte[]>.Shared.Return(list);
        CountingPool pool = new() { RentsUntilFailure = fromScratch ? 2 : 1 };
        ChunkedByteStream stream = new(new PooledStreamOptions { InitialCapacity = 16, Pool = pool });
        if (fromScratch)
        {
            stream.GetSpan(100).Fill(1);
            Assert.That(() => stream.Advance(100), Throws.InstanceOf<InsufficientMemoryException>());
        }
        else
        {
            stream.WriteByte(1);
            Assert.That(() => stream.Write(new byte[100], 0, 100), Throws.InstanceOf<InsufficientMemoryException>());
            Assert.That(stream.ToArray(), Is.EqualTo((byte[])[1]));
        }

        stream.Dispose();
        Assert.That(pool.Outstanding, Is.Zero);
        Assert.That(ArrayPool<byte[]>.Shared.Rent(16), Is.SameAs(list), "The stream's list of chunks went back, to this thread.");
        ArrayPool<byte[]>.Shared.Return(list);
    }

    [Test]
    public void A_failed_rent_returns_the_chunks_that_the_call_added([Values] bool isWritten, [Values] bool isEmpty)
    {
        CountingPool pool = new() { RentsUntilFailure = 5 };
        using ChunkedByteStream stream = new(new PooledStreamOptions { InitialCapacity = 16, Pool = pool });
        byte[] content = isEmpty ? [] : [.. Enumerable.Range(0, 40).Select(i => (byte)i)];
        stream.Write(content);
        int before = pool.Outstanding;
        for (int i = 0; i < 2; i++)
        {
            stream.Position = isWritten ? 1000 : 40;
            Assert.That(
                () =>
                {
                    if (isWritten)
                    {
                        stream.WriteByte(1);
                    }
                    else
                    {
                        stream.SetLength(1000);
                    }
                },
                Throws.InstanceOf<InsufficientMemoryException>());
            Assert.That((pool.Outstanding, stream.Position), Is.EqualTo((Math.Max(before, 1), isWritten ? 1000L : 40L)));
            Assert.That(stream.ToArray(), Is.EqualTo(content));
        }

        pool.RentsUntilFailure = 10;
        stream.Position = 100;
        stream.WriteByte(1);
        Assert.That(stream.ToArray(), Is.EqualTo((byte[])[.. content, .. new byte[100 - content.Length], 1]));
    }

    [Test]
    [Explicit("Takes 3 GB of memory.")]
    [Category("Large")]
    public void Three_gigabytes_are_read_back_unchanged()
    {
        using ChunkedByteStream stream = new();
        byte[] block = new byte[1 << 16];
        const int Blocks = 3 << 14;
        for (int i = 0; i < Blocks; i++)
        {
            BitConverter.TryWriteBytes(block, Mark(i));
            stream.Write(block, 0, block.Length);
        }

        Assert.That(stream.Length, Is.EqualTo(3L << 30));
        stream.Position = 0;
        for (int i = 0; i < Blocks; i++)
        {
            stream.ReadExactly(block);
            if (BitConverter.ToUInt32(block) != Mark(i))
            {
                Assert.Fail($"Block {i} differs.");
            }
        }
    }

    private static uint Mark(int block) => unchecked((uint)block * 2654435761u);

    /// <summary>A pool that always returns the same chunk, so that a stream of any length takes only a megabyte.</summary>
    private sealed class OneChunkPool : ArrayPool<byte>
    {
        private readonly byte[] _chunk = new byte[ChunkPool.ChunkLength];

        public override byte[] Rent(int minimumLength) => _chunk;

        public override void Return(byte[] array, bool clearArray = false) => Assert.That(array, Is.SameAs(_chunk));
    }
}
