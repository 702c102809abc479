using System.Globalization;

namespace Codec.Capture;

/// <summary>The stream of a <see cref="CaptureWriter"/>, or its files, of which the current one is written. Not thread-safe.</summary>
/// <remarks>The path is the full path of the first file, or <see langword="null"/> for a stream. The age at which a file ends has the units of the clock.</remarks>
internal sealed class CaptureOutput(Stream stream, string? path, bool leaveOpen, CaptureWriterOptions options, long fileAge)
{
    private long _written;
    private long _packets;

    // The time by the clock at which the first packet was added to the file, and the timestamp of that packet.
    private long _opened;
    private long _begin;

    internal Stream Stream { get; private set; } = stream;
    internal int FileCount { get; private set; } = 1;
    internal bool IsFile => path is not null;
    internal string? CurrentPath => path is null ? null : PathOf(path, FileCount);

    internal static FileStream Open(string path, CaptureWriterOptions options) =>
        CaptureFiles.Create(path, Math.Min(options.PreallocationSize, options.MaxFileSize));

    /// <summary>Returns whether a packet must begin the next file, which otherwise gets the buffered bytes, and those that the packet needs.</summary>
    internal bool MustRotate(int buffered, int needed, long ticks, long now) => path is not null && _packets != 0
        && (_written + buffered > options.MaxFileSize - needed || ticks - _begin >= options.MaxFileAge.Ticks || now - _opened >= fileAge);

    internal void Add(long ticks, long now)
    {
        if (_packets++ == 0)
        {
            _begin = ticks;
            _opened = now;
        }
    }

    internal void Wrote(int count) => _written += count;

    internal void Rotate()
    {
        Close();
        Stream = Open(PathOf(path!, FileCount + 1), options);
        FileCount++;
        _written = 0;
        _packets = 0;
    }

    internal void Close()
    {
        if (leaveOpen)
        {
            return;
        }

        try
        {
            // Releases preallocated space that was not used, which is after the end of the file. A device or a named pipe has no length to set.
            if (path is not null && options.PreallocationSize > 0 && Stream.CanSeek && Stream.Length > 0)
            {
                Stream.SetLength(Stream.Length);
            }
        }
        finally
        {
            Stream.Dispose();
        }
    }

    private static string PathOf(string path, int number)
    {
        if (number == 1)
        {
            return path;
        }

        string name = Path.GetFileNameWithoutExtension(path) + number.ToString("'-'0000", CultureInfo.InvariantCulture) + Path.GetExtension(path);
        return Path.Combine(Path.GetDirectoryName(path) ?? "", name);
    }
}
