using Microsoft.Win32.SafeHandles;

namespace Codec.Cli.View;

/// <summary>
/// Reads the bytes of rows from the source's file, or from a spool for what cannot be read from the source again: TCP streams, compressed captures, pipes
/// and a tap. The spool is a temporary file, which has no name on Unix, and is deleted on Windows when the process ends. Thread-safe.
/// </summary>
/// <param name="path">The source's file, or <see langword="null"/> if all bytes are in the spool.</param>
internal sealed class PacketStore(string? path) : IDisposable
{
    // Large enough that the cost of system calls is negligible.
    private const int BufferSize = 256 * 1024;

    private readonly object _lock = new();
    private readonly SafeFileHandle? _file = path is null ? null : File.OpenHandle(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
    private FileStream? _spool;

    public bool HasFile => _file is not null;

    /// <summary>Adds bytes to the spool, and returns their place.</summary>
    /// <exception cref="IOException">The disk is full.</exception>
    public long Add(ReadOnlySpan<byte> bytes)
    {
        lock (_lock)
        {
            _spool ??= Create();
            long place = _spool.Seek(0, SeekOrigin.End);
            _spool.Write(bytes);
            return place;
        }
    }

    /// <summary>Reads the bytes of a row. If the source's file has become shorter, the rest is zero.</summary>
    /// <param name="buffer">The memory of the result, which is enlarged if necessary.</param>
    public ReadOnlySpan<byte> Read(in PacketRow row, ref byte[] buffer)
    {
        buffer = buffer.Length < row.Length ? new byte[row.Length] : buffer;
        Span<byte> bytes = buffer.AsSpan(0, row.Length);
        if (row.Has(PacketRowFlags.Spooled))
        {
            lock (_lock)
            {
                _spool!.Position = row.Place;
                _spool.ReadExactly(bytes);
                return bytes;
            }
        }

        for (int read = 0, count; read < bytes.Length; read += count)
        {
            count = RandomAccess.Read(_file!, bytes[read..], row.Place + read);
            if (count == 0)
            {
                bytes[read..].Clear();
                break;
            }
        }

        return bytes;
    }

    public void Dispose()
    {
        _spool?.Dispose();
        _file?.Dispose();
    }

    private static FileStream Create()
    {
        string path = Path.Combine(Path.GetTempPath(), "codec-" + Path.GetRandomFileName());
        FileStream file = new(path, FileMode.CreateNew, FileAccess.ReadWrite, FileShare.Delete, BufferSize, FileOptions.DeleteOnClose);
        if (!OperatingSystem.IsWindows())
        {
            File.Delete(path);
        }

        return file;
    }
}
