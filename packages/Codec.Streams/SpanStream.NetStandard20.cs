namespace Codec.Streams;

/// <content>The members that <see cref="Stream"/> of netstandard2.0 lacks. Only that target compiles this file.</content>
public abstract partial class SpanStream
{
    /// <summary>Reads bytes at the position.</summary>
    /// <param name="buffer">The memory to read into.</param>
    /// <returns>The number of bytes that were read; 0 at the end.</returns>
    public abstract int Read(Span<byte> buffer);

    /// <summary>Writes bytes at the position.</summary>
    /// <param name="buffer">The bytes.</param>
    public abstract void Write(ReadOnlySpan<byte> buffer);

    /// <summary>Reads bytes at the position.</summary>
    /// <param name="buffer">The memory to read into.</param>
    /// <param name="cancellationToken">Cancels the read if it has not begun.</param>
    /// <returns>The number of bytes that were read; 0 at the end.</returns>
    public abstract ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default);

    /// <summary>Writes bytes at the position.</summary>
    /// <param name="buffer">The bytes.</param>
    /// <param name="cancellationToken">Cancels the write if it has not begun.</param>
    /// <returns>A task that ends when the bytes have been written.</returns>
    public abstract ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default);

    /// <summary>Writes all bytes from the position to the end to another stream.</summary>
    /// <param name="destination">The other stream.</param>
    /// <param name="bufferSize">Not used; greater than zero.</param>
    public new abstract void CopyTo(Stream destination, int bufferSize);

    /// <summary>Writes all bytes from the position to the end to another stream.</summary>
    /// <param name="destination">The other stream.</param>
    public new void CopyTo(Stream destination) => CopyTo(destination, 1);
}
