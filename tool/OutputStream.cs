namespace Codec.Cli;

/// <summary>A file that is only written, without a buffer. A file above the limit of its file system is an <see cref="IOException"/>.</summary>
internal sealed class OutputStream(string path, FileMode mode) : FileStream(path, mode, FileAccess.Write, FileShare.Read, bufferSize: 0)
{
    // The overload with a span calls this one.
    public override void Write(byte[] buffer, int offset, int count)
    {
        try
        {
            base.Write(buffer, offset, count);
        }
        catch (ArgumentOutOfRangeException exception)
        {
            // .NET reports such a file as an argument.
            throw new IOException("The file system, or a limit of the process, does not allow files of this size.", exception);
        }
    }
}
