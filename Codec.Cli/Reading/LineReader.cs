using System;
using System.IO;

namespace Codec.Cli.Reading;

/// <summary>Reads a stream line by line, as bytes. Not thread-safe.</summary>
/// <param name="stream">The stream.</param>
internal sealed class LineReader(Stream stream)
{
    // The JSON of the largest packet that the tool reads.
    private const int MaxLength = 1 << 30;

    private byte[] _buffer = new byte[256 * 1024];
    private int _start;
    private int _end;
    private bool _isOver;

    /// <summary>Gets the number of lines that were read.</summary>
    public long Number { get; private set; }

    /// <summary>Reads a line.</summary>
    /// <param name="line">The line without its end; valid until the next call.</param>
    /// <returns><see langword="false"/> at the end.</returns>
    /// <exception cref="CommandFailedException">The line is too long.</exception>
    public bool TryRead(out ReadOnlyMemory<byte> line)
    {
        int searched = 0;
        for (; ; )
        {
            int length = _buffer.AsSpan(_start + searched, _end - _start - searched).IndexOf((byte)'\n');
            if (length >= 0)
            {
                Take(searched + length, 1, out line);
                return true;
            }

            searched = _end - _start;
            if (_isOver || !Fill())
            {
                Take(searched, 0, out line);
                return searched > 0;
            }
        }
    }

    private void Take(int length, int end, out ReadOnlyMemory<byte> line)
    {
        line = _buffer.AsMemory(_start, length);
        _start += length + end;
        Number++;
    }

    private bool Fill()
    {
        if (_start > 0)
        {
            _buffer.AsSpan(_start, _end - _start).CopyTo(_buffer);
            _end -= _start;
            _start = 0;
        }

        if (_end == _buffer.Length)
        {
            if (_buffer.Length >= MaxLength)
            {
                throw new CommandFailedException($"A line is longer than {MaxLength} bytes.");
            }

            Array.Resize(ref _buffer, 2 * _buffer.Length);
        }

        int count = stream.Read(_buffer, _end, _buffer.Length - _end);
        _end += count;
        _isOver = count == 0;
        return count > 0;
    }
}
