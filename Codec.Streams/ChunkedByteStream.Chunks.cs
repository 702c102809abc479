using System;
using System.Buffers;

namespace Codec.Streams;

/// <content>The chunks: taking them, giving them back, and which one a position is in.</content>
public sealed partial class ChunkedByteStream
{
    /// <summary>The first array of chunks, in chunks: enough for 9 MB with the default first chunk.</summary>
    private const int FirstChunkList = 16;

    private byte[] ChunkAt(int index) => index == 0 ? _first! : _chunks![index];

    /// <summary>Takes chunks until there is room for a length.</summary>
    private void Reserve(long needed)
    {
        while (AllocatedLength < needed)
        {
            AddChunk();
        }
    }

    private void AddChunk()
    {
        int index = _chunkCount;
        if (index > 0 && (_chunks is null || index == _chunks.Length))
        {
            byte[][] longer = ArrayPool<byte[]>.Shared.Rent(Math.Max(FirstChunkList, 2 * index));
            if (_chunks is not null)
            {
                Array.Copy(_chunks, longer, index);
                ArrayPool<byte[]>.Shared.Return(_chunks, clearArray: true);
            }

            _chunks = longer;
        }

        byte[] chunk = RentChunk(SizeOf(index));
        if (index == 0)
        {
            _first = chunk;
        }
        else
        {
            _chunks![index] = chunk;
        }

        _chunkCount = index + 1;
    }

    private byte[] RentChunk(int size) => Pool is null && size == ChunkPool.ChunkLength ? ChunkPool.Shared.Rent(size) : Rent(size);

    private void ReturnChunk(byte[] chunk)
    {
        if (Pool is null && chunk.Length == ChunkPool.ChunkLength)
        {
            ChunkPool.Shared.Return(chunk, ClearOnReturn);
        }
        else
        {
            Return(chunk);
        }
    }

    private void ReturnChunks(int count)
    {
        byte[][] chunks = _chunks!;
        _chunks = null;
        for (int i = 1; i < count; i++)
        {
            ReturnChunk(chunks[i]);
        }

        ArrayPool<byte[]>.Shared.Return(chunks, clearArray: true);
    }

    private void ReturnScratch()
    {
        _given = 0;
        if (_scratch is { } scratch)
        {
            _scratch = null;
            Return(scratch);
        }
    }

    // Chunk i has 2^(first + i) bytes until that is ChunkLength, so it starts at 2^first * (2^i - 1); from there on all are alike.
    private int SizeOf(int index) => 1 << Math.Min(FirstLog2 + index, ChunkPool.ChunkLengthLog2);

    private long StartOf(int index)
    {
        int doubling = ChunkPool.ChunkLengthLog2 - FirstLog2;
        return index <= doubling
            ? ((1L << index) - 1) << FirstLog2
            : (1L << ChunkPool.ChunkLengthLog2) - (1L << FirstLog2) + ((long)(index - doubling) << ChunkPool.ChunkLengthLog2);
    }

    private int IndexOf(long position)
    {
        int doubling = ChunkPool.ChunkLengthLog2 - FirstLog2;
        long doubled = (1L << ChunkPool.ChunkLengthLog2) - (1L << FirstLog2);
        return position < doubled
            ? Log2Floor((int)(position >> FirstLog2) + 1)
            : doubling + (int)((position - doubled) >> ChunkPool.ChunkLengthLog2);
    }

    private static int Log2Floor(int value)
    {
        int log2 = 0;
        while ((value >>= 1) != 0)
        {
            log2++;
        }

        return log2;
    }

    private static int Log2Ceiling(int value) => Log2Floor(value - 1) + 1;
}
