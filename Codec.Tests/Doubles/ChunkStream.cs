namespace Codec.Tests.Doubles;

/// <summary>A stream that returns one chunk per read, and then ends, fails, or waits until it is cancelled.</summary>
public sealed class ChunkStream(IReadOnlyList<byte[]> chunks, bool ends) : TestStream
{
    private int _next;
    private int _offset;

    public bool Ends => ends;

    /// <summary>Sets the value of <see cref="CanWrite"/>. Writing always throws.</summary>
    public bool SeemsWritable { get; set; }

    public override bool CanWrite => SeemsWritable;

    /// <summary>The exception at the end, which is thrown synchronously.</summary>
    public Exception? Failure { get; set; }

    /// <summary>Whether every second read waits for its cancellation before it returns anything.</summary>
    public bool Stalls { get; set; }

    public override Task<int> ReadAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken)
    {
        if (Stalls || (_next == chunks.Count && !ends))
        {
            return WaitAsync(cancellationToken);
        }

        PassGiven();
        return _next == chunks.Count && !ends ? WaitAsync(cancellationToken) : Task.FromResult(Give(buffer.AsMemory(offset, count)));
    }

    public override int Read(byte[] buffer, int offset, int count) => Give(buffer.AsMemory(offset, count));

    private static async Task<int> WaitAsync(CancellationToken cancellationToken)
    {
        await Task.Delay(Timeout.Infinite, cancellationToken);
        return 0;
    }

    /// <summary>Moves to the next chunk that is not empty: a read of 0 bytes would be the end.</summary>
    private void PassGiven()
    {
        while (_next < chunks.Count && _offset == chunks[_next].Length)
        {
            _next++;
            _offset = 0;
        }
    }

    private int Give(Memory<byte> buffer)
    {
        PassGiven();
        if (_next == chunks.Count)
        {
            return Failure is null ? 0 : throw Failure;
        }

        int count = Math.Min(buffer.Length, chunks[_next].Length - _offset);
        chunks[_next].AsMemory(_offset, count).CopyTo(buffer);
        _offset += count;
        return count;
    }
}
