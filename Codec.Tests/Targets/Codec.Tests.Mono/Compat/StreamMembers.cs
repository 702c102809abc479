namespace Codec.Tests.Mono.Compat;

/// <summary>
/// The span overloads of streams. Streams of the library have these overloads in this build too. For other streams, arrays are used.
/// </summary>
internal static class StreamMembers
{
    public static int Read(this Stream stream, Span<byte> buffer)
    {
        if (stream is SpanStream own)
        {
            return own.Read(buffer);
        }

        byte[] array = new byte[buffer.Length];
        int count = stream.Read(array, 0, array.Length);
        array.AsSpan(0, count).CopyTo(buffer);
        return count;
    }

    public static void Write(this Stream stream, ReadOnlySpan<byte> buffer)
    {
        if (stream is SpanStream own)
        {
            own.Write(buffer);
            return;
        }

        stream.Write(buffer.ToArray(), 0, buffer.Length);
    }

    public static ValueTask<int> ReadAsync(this Stream stream, Memory<byte> buffer, CancellationToken cancellationToken = default) =>
        stream is SpanStream own ? own.ReadAsync(buffer, cancellationToken) : throw new NotSupportedException();

    public static ValueTask WriteAsync(this Stream stream, ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default) =>
        stream is SpanStream own ? own.WriteAsync(buffer, cancellationToken) : throw new NotSupportedException();

    public static void ReadExactly(this Stream stream, Span<byte> buffer)
    {
        while (!buffer.IsEmpty)
        {
            int count = stream.Read(buffer);
            if (count == 0)
            {
                throw new EndOfStreamException();
            }

            buffer = buffer.Slice(count);
        }
    }
}
