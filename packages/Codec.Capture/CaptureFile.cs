using System.IO.Compression;

namespace Codec.Capture;

/// <summary>Opens capture files for reading, plain or compressed. Thread-safe.</summary>
public static class CaptureFile
{
    private const int MagicLength = 4;

    /// <summary>
    /// Opens a capture: pcapng or pcap, plain, in gzip, or as a file of a zip archive. The form is detected from the first bytes. In a zip
    /// archive, it is the first file that starts as a capture.
    /// </summary>
    /// <param name="path">The file.</param>
    /// <param name="options">The options, or <see langword="null"/> to use <see cref="CaptureReaderOptions.Default"/>.</param>
    /// <returns>The reader, which owns the file. Offsets are those of the capture, after decompression.</returns>
    /// <remarks>
    /// A gzip file that ends between two of its blocks seems complete, unless <c>System.IO.Compression.UseStrictValidation</c> is set in the program's
    /// <c>runtimeconfig.json</c>.
    /// </remarks>
    /// <exception cref="ArgumentNullException"><paramref name="path"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentException"><paramref name="path"/> is empty, or not a valid path.</exception>
    /// <exception cref="ArgumentOutOfRangeException">An option's value is out of its range.</exception>
    /// <exception cref="UnauthorizedAccessException">Reading the file is not permitted, or <paramref name="path"/> is a folder.</exception>
    /// <exception cref="IOException">
    /// The file cannot be opened, or is not seekable, as a pipe is not. A <see cref="CaptureReader"/> reads streams that are not seekable.
    /// </exception>
    /// <exception cref="InvalidDataException">The file starts as a zip archive, but is not a valid one, or has no file.</exception>
    public static CaptureReader OpenRead(string path, CaptureReaderOptions? options = null)
    {
        Throw.IfNull(path, nameof(path));

        Stream? stream = null;
        try
        {
            stream = CaptureFiles.OpenRead(path);
            if (!stream.CanSeek)
            {
                Throw.CaptureNotSeekable(path);
            }

            byte[] magic = new byte[MagicLength];
            int count = ReadUpTo(stream, magic);
            stream.Position = 0;
            if (count >= 2 && magic[0] == 0x1F && magic[1] == 0x8B)
            {
                stream = new GZipStream(stream, CompressionMode.Decompress);
            }
            else if (count == MagicLength && magic[0] == 'P' && magic[1] == 'K' && (magic[2], magic[3]) is (3, 4) or (5, 6))
            {
                ZipArchive archive = new(stream, ZipArchiveMode.Read);

                // The name of a folder ends with a slash, and its entry has no other name.
                ZipArchiveEntry[] files = [.. archive.Entries.Where(entry => entry.Name.Length > 0)];
                if (files.Length == 0)
                {
                    Throw.ZipArchiveEmpty();
                }

                // If no file is a capture, reading the first one reports it.
                return new CaptureReader((files.FirstOrDefault(IsCapture) ?? files[0]).Open(), options, archive);
            }

            return new CaptureReader(stream, options);
        }
        catch
        {
            stream?.Dispose();
            throw;
        }
    }

    private static bool IsCapture(ZipArchiveEntry entry)
    {
        byte[] magic = new byte[MagicLength];
        using Stream stream = entry.Open();
        return CaptureFormat.IsStart(magic.AsSpan(0, ReadUpTo(stream, magic)));
    }

    private static int ReadUpTo(Stream stream, byte[] buffer)
    {
        int read = 0;
        int count;
        while (read < buffer.Length && (count = stream.Read(buffer, read, buffer.Length - read)) > 0)
        {
            read += count;
        }

        return read;
    }
}
