namespace Codec.Cli.Traffic;

/// <summary>Buffers the bytes of a stream that were read but not used yet. Not thread-safe.</summary>
internal sealed class ReadBuffer(Stream stream)
{
    // Large enough that the cost of system calls is negligible compared to that of the packets.
    private const int FirstSize = 256 * 1024;

    private byte[] _bytes = new byte[FirstSize];
    private int _start;
    private int _end;

    /// <summary>Gets the bytes. They are valid until the next call of <see cref="Fill"/>.</summary>
    public ReadOnlyMemory<byte> Unused => _bytes.AsMemory(_start, _end - _start);

    public void Use(int count) => _start += count;

    /// <summary>Reads more bytes. The buffer grows only if it is full of unused bytes, so the caller determines its size.</summary>
    /// <returns><see langword="false"/> at the end of the stream.</returns>
    public bool Fill()
    {
        if (_start > 0)
        {
            Unused.CopyTo(_bytes);
            _end -= _start;
            _start = 0;
        }

        if (_end == _bytes.Length)
        {
            Array.Resize(ref _bytes, (int)Math.Min(2L * _bytes.Length, Array.MaxLength));
        }

        int count = stream.Read(_bytes, _end, _bytes.Length - _end);
        _end += count;
        return count > 0;
    }
}
