namespace Codec.Streams;

/// <summary>
/// A stream in pooled memory. <see cref="Stream.Dispose()"/> returns the memory to the pool. A <see cref="ResizingByteStream"/> has one array, and a
/// <see cref="ChunkedByteStream"/> has several. The stream behaves as <see cref="MemoryStream"/> does, including the exceptions, with one difference:
/// after it is disposed, only <see cref="Stream.Dispose()"/> and <see cref="Flush"/> may be called.
/// </summary>
/// <remarks>
/// <para>
/// The stream owns its memory: a span, memory or sequence that a member returns is valid until the next write, <see cref="GetSpan"/>
/// or <see cref="GetMemory"/>, change of length or <see cref="Stream.Dispose()"/>. If a stream is never disposed, the garbage collector
/// collects its memory, which does not return to the pool. Not thread-safe.
/// </para>
/// <para>
/// The asynchronous members complete before they return, except <see cref="Stream.CopyToAsync(Stream, int, CancellationToken)"/>, which
/// completes with the destination's last write. Like <see cref="Stream.CopyTo(Stream, int)"/>, it moves the position to the end first, and
/// leaves it there if the destination fails. Until the copy ends, every member may be called: the stream can be written, grown and disposed.
/// The destination still receives the bytes from the old position to the old end, and their memory goes back to the pool only when the copy
/// has ended. If bytes in that range are overwritten during the copy, either the old or the new bytes are sent.
/// </para>
/// </remarks>
public abstract class PooledByteStream : SpanStream, IBufferWriter<byte>
{
    // Memory that GetSpan or GetMemory returned in place of the content's own.
    private protected byte[]? _scratch;

    // The number of bytes at the position that GetSpan or GetMemory returned last.
    private protected int _lentLength;
    private Task<int>? _lastRead;

    private protected PooledByteStream(PooledStreamOptions? options, long longest)
    {
        options ??= PooledStreamOptions.Default;
        MaxLength = Math.Min(longest, options.MaxLength);
        ClearOnReturn = options.ClearOnReturn;
        Pool = options.Pool;
        IsOpen = true;
    }

    /// <summary>Gets the largest number of bytes that the stream may contain.</summary>
    public long MaxLength { get; }

    /// <summary>Gets whether the stream is open, which means that it was not disposed.</summary>
    public sealed override bool CanRead => IsOpen;

    /// <summary>Gets whether the stream is open, which means that it was not disposed.</summary>
    public sealed override bool CanSeek => IsOpen;

    /// <summary>Gets whether the stream is open, which means that it was not disposed.</summary>
    public sealed override bool CanWrite => IsOpen;

    private protected bool ClearOnReturn { get; }

    // A LentArrays after the first copy.
    private protected ArrayPool<byte>? Pool { get; private set; }

    private protected bool IsOpen { get; set; }

    /// <summary>Copies the whole content, independent of the position, into a new array.</summary>
    /// <returns>The array, of the stream's length.</returns>
    /// <exception cref="InvalidOperationException">The content is longer than the longest array, 2,147,483,591 bytes.</exception>
    /// <exception cref="ObjectDisposedException">The stream was disposed.</exception>
    public byte[] ToArray()
    {
        long length = Length;
        if (length > PooledStreamOptions.LongestArray)
        {
            Throw.TooLongForArray(length, PooledStreamOptions.LongestArray);
        }

        if (length == 0)
        {
            return [];
        }

        byte[] array = UninitializedArray.Allocate((int)length);
        CopyContent(array);
        return array;
    }

    /// <summary>Copies the whole content, independent of the position, to the start of <paramref name="destination"/>.</summary>
    /// <param name="destination">The memory to copy to. Bytes after the content do not change.</param>
    /// <returns>The number of bytes that were copied, which is the stream's length.</returns>
    /// <exception cref="ArgumentException"><paramref name="destination"/> is shorter than the stream; nothing was copied.</exception>
    /// <exception cref="ObjectDisposedException">The stream was disposed.</exception>
    public int ExportTo(Span<byte> destination)
    {
        long length = Length;
        if (length > destination.Length)
        {
            Throw.DestinationShorterThanStream(length, destination.Length);
        }

        CopyContent(destination);
        return (int)length;
    }

    /// <summary>
    /// Returns memory to write to. <see cref="Advance"/> then adds it to the stream, at the position. Before that, the content does not change.
    /// </summary>
    /// <param name="sizeHint">The smallest length in bytes; 0 requests at least one.</param>
    /// <returns>At least <paramref name="sizeHint"/> bytes, whose content is undefined, valid until any other member is called.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="sizeHint"/> is negative.</exception>
    /// <exception cref="IOException">The stream would exceed <see cref="MaxLength"/>.</exception>
    /// <exception cref="ObjectDisposedException">The stream was disposed.</exception>
    public abstract Memory<byte> GetMemory(int sizeHint = 0);

    /// <inheritdoc cref="GetMemory"/>
    public abstract Span<byte> GetSpan(int sizeHint = 0);

    /// <summary>Adds the first bytes of the memory that <see cref="GetSpan"/> or <see cref="GetMemory"/> returned to the stream.</summary>
    /// <param name="count">The number of bytes. The position advances by it.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="count"/> is negative.</exception>
    /// <exception cref="InvalidOperationException">
    /// <paramref name="count"/> is more than the length of the memory, or <see cref="Advance"/> was called for it already.
    /// </exception>
    /// <exception cref="ObjectDisposedException">The stream was disposed.</exception>
    public abstract void Advance(int count);

    /// <summary>Does nothing, because the stream writes to no other destination.</summary>
    public sealed override void Flush()
    {
    }

    /// <inheritdoc/>
    public sealed override Task FlushAsync(CancellationToken cancellationToken) =>
        cancellationToken.IsCancellationRequested ? Task.FromCanceled(cancellationToken) : Task.CompletedTask;

    /// <inheritdoc/>
    public sealed override void CopyTo(Stream destination, int bufferSize)
    {
        StreamArguments.CheckCopy(destination, bufferSize);
        ReadOnlySequence<byte> rest = ReadRest();
        if (rest.IsEmpty)
        {
            return;
        }

        // The destination may write to this stream or dispose it, or be this stream.
        LentArrays lent = BeginCopy();
        try
        {
            foreach (ReadOnlyMemory<byte> piece in rest)
            {
                ArraySegment<byte> bytes = ArrayOf(piece);
                destination.Write(bytes.Array!, bytes.Offset, bytes.Count);
            }
        }
        finally
        {
            lent.EndCopy();
        }
    }

    /// <inheritdoc/>
    public sealed override Task CopyToAsync(Stream destination, int bufferSize, CancellationToken cancellationToken)
    {
        StreamArguments.CheckCopy(destination, bufferSize);
        CheckOpen();
        if (cancellationToken.IsCancellationRequested)
        {
            return Task.FromCanceled(cancellationToken);
        }

        ReadOnlySequence<byte> rest = ReadRest();
        return rest.IsEmpty ? Task.CompletedTask : CopyAsync(rest, BeginCopy(), destination, cancellationToken);
    }

    /// <inheritdoc/>
    public sealed override long Seek(long offset, SeekOrigin origin)
    {
        CheckOpen();
        long position = origin switch
        {
            SeekOrigin.Begin => 0,
            SeekOrigin.Current => Position,
            SeekOrigin.End => Length,
            _ => -1,
        };
        if (position < 0)
        {
            Throw.SeekOriginUnknown(origin);
        }

        // The offset is checked before the addition, so that the sum cannot overflow.
        if (offset > LongestPosition - position)
        {
            Throw.ArgumentAbove(nameof(offset), offset, LongestPosition - position);
        }

        position += offset;
        if (position < 0)
        {
            Throw.SeekBeforeBegin(position);
        }

        Position = position;
        return position;
    }

    /// <inheritdoc/>
    public sealed override Task<int> ReadAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken)
    {
        StreamArguments.CheckRange(buffer, offset, count);
        if (cancellationToken.IsCancellationRequested)
        {
            return Task.FromCanceled<int>(cancellationToken);
        }

        if (!IsOpen)
        {
            return Task.FromException<int>(Disposed());
        }

        // A caller that reads blocks of equal length gets the same task each time.
        int read = Read(buffer.AsSpan(offset, count));
        return _lastRead is { } last && last.Result == read ? last : _lastRead = Task.FromResult(read);
    }

    /// <inheritdoc/>
    public sealed override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
    {
        if (cancellationToken.IsCancellationRequested)
        {
            return new ValueTask<int>(Task.FromCanceled<int>(cancellationToken));
        }

        return IsOpen ? new ValueTask<int>(Read(buffer.Span)) : new ValueTask<int>(Task.FromException<int>(Disposed()));
    }

    /// <inheritdoc/>
    public sealed override Task WriteAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken)
    {
        StreamArguments.CheckRange(buffer, offset, count);
        return WriteAsync(new ReadOnlyMemory<byte>(buffer, offset, count), cancellationToken).AsTask();
    }

    /// <inheritdoc/>
    public sealed override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
    {
        if (cancellationToken.IsCancellationRequested)
        {
            return new ValueTask(Task.FromCanceled(cancellationToken));
        }

        try
        {
            Write(buffer.Span);
            return default;
        }
        catch (Exception exception)
        {
            return new ValueTask(Task.FromException(exception));
        }
    }

    private protected abstract long LongestPosition { get; }

    /// <summary>Gets the pool that is used if the options do not set one.</summary>
    private protected abstract ArrayPool<byte> DefaultPool { get; }

    private protected abstract void CopyContent(Span<byte> destination);

    /// <summary>Returns the bytes after the position. If there are any, the position moves to the end.</summary>
    private protected abstract ReadOnlySequence<byte> ReadRest();

    private protected void CheckOpen()
    {
        if (!IsOpen)
        {
            Throw.Disposed(GetType().Name);
        }
    }

    private protected void CheckValue(long value, long longest)
    {
        if (value < 0)
        {
            Throw.NegativeArgument(nameof(value), value);
        }

        CheckOpen();
        if (value > longest)
        {
            Throw.ArgumentAbove(nameof(value), value, longest);
        }
    }

    private protected byte[] Rent(int length) => Pool is null ? SharedArrays.Pool.Rent(length) : Pool.Rent(length);

    private protected void Return(byte[] array)
    {
        if (Pool is null)
        {
            SharedArrays.Pool.Return(array, ClearOnReturn);
        }
        else
        {
            Pool.Return(array, ClearOnReturn);
        }
    }

    /// <summary>Rents memory that the next <see cref="Advance"/> copies to the position. Returns the number of its bytes that may be used.</summary>
    private protected int RentScratch(int needed, long position)
    {
        if (needed > MaxLength - position)
        {
            Throw.StreamTooLong((ulong)position + (ulong)needed, MaxLength);
        }

        _scratch = Rent(needed);
        return (int)Math.Min(_scratch.Length, MaxLength - position);
    }

    private protected void ReturnScratch()
    {
        _lentLength = 0;
        if (_scratch is { } scratch)
        {
            _scratch = null;
            Return(scratch);
        }
    }

    /// <summary>Starts a copy. Memory that the stream returns goes back to the pool only after the copy has ended.</summary>
    private LentArrays BeginCopy()
    {
        if (Pool is not LentArrays lent)
        {
            Pool = lent = new LentArrays(Pool ?? DefaultPool);
        }

        lent.BeginCopy();
        return lent;
    }

    private static async Task CopyAsync(ReadOnlySequence<byte> rest, LentArrays lent, Stream destination, CancellationToken cancellationToken)
    {
        try
        {
            foreach (ReadOnlyMemory<byte> piece in rest)
            {
                ArraySegment<byte> bytes = ArrayOf(piece);
                await StreamArrays.WriteAsync(destination, bytes.Array!, bytes.Offset, bytes.Count, cancellationToken).ConfigureAwait(false);
            }
        }
        finally
        {
            lent.EndCopy();
        }
    }

    private static ArraySegment<byte> ArrayOf(ReadOnlyMemory<byte> memory) =>
        MemoryMarshal.TryGetArray(memory, out ArraySegment<byte> array) ? array : default;

    private ObjectDisposedException Disposed() => new(GetType().Name);
}
