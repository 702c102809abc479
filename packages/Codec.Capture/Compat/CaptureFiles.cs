namespace Codec.Capture.Compat;

/// <summary>Opens capture files for asynchronous access without a buffer. Preallocates new files if the target framework supports it.</summary>
internal static class CaptureFiles
{
#if NET
    internal static FileStream Create(string path, long preallocation) => new(path, new FileStreamOptions
    {
        Mode = FileMode.Create,
        Access = FileAccess.Write,
        Share = FileShare.Read | FileShare.Delete,
        Options = FileOptions.Asynchronous | FileOptions.SequentialScan,
        BufferSize = 0,
        PreallocationSize = Math.Max(0, preallocation),
    });
#else
    // A buffer size of 1 disables the buffer.
    internal static FileStream Create(string path, long preallocation)
    {
        _ = preallocation;
        return new FileStream(
            path, FileMode.Create, FileAccess.Write, FileShare.Read | FileShare.Delete, 1, FileOptions.Asynchronous | FileOptions.SequentialScan);
    }
#endif

    internal static FileStream OpenRead(string path) => new(
        path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete, 1, FileOptions.Asynchronous | FileOptions.SequentialScan);
}
