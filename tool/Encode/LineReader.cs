namespace Codec.Cli.Encode;

/// <summary>Reads a stream line by line, as bytes. Not thread-safe.</summary>
/// <param name="maxLength">The length of the longest line that is accepted, in bytes.</param>
internal sealed class LineReader(Stream stream, int maxLength)
{
    private readonly ReadBuffer _buffer = new(stream);

    public long Number { get; private set; }

    /// <summary>Reads a line. Returns <see langword="false"/> at the end of the stream.</summary>
    public bool TryRead(out ReadOnlyMemory<byte> line)
    {
        int searched = 0;
        for (; ; )
        {
            int length = _buffer.Unused.Span[searched..].IndexOf((byte)'\n');
            if (length >= 0)
            {
                Take(searched + length, 1, out line);
                return true;
            }

            searched = _buffer.Unused.Length;
            if (searched > maxLength)
            {
                throw new CommandFailedException($"Line {Number + 1} has more than {maxLength} bytes; expected the JSON of one packet in each line.");
            }

            if (!_buffer.Fill())
            {
                Take(searched, 0, out line);
                return searched > 0;
            }
        }
    }

    private void Take(int length, int end, out ReadOnlyMemory<byte> line)
    {
        line = _buffer.Unused[..length];
        _buffer.Use(length + end);
        Number++;
    }
}
