namespace Codec.Cli;

/// <summary>The limit of file descriptors, and the flags of inherited ones, except on Windows, which has neither.</summary>
internal static class UnixDescriptor
{
    public const int StandardOutput = 1;
    private const int GetDescriptorFlags = 1;
    private const int GetStatusFlags = 3;
    private const int CloseOnExec = 1;

    // If the runtime cannot open a file, such as an assembly, it ends the process. An idle tap has 83 open files.
    private const int ReservedForRuntime = 128;

    /// <summary>Gets the number of sockets that the process can open, so that the runtime can still open files. It is at least 2.</summary>
    public static int MaxSockets
    {
        get
        {
            // The limits of musl have 64 bits in every process.
            nuint[] limits = new nuint[4];
            bool isLimited = !OperatingSystem.IsWindows() && GetLimits(OperatingSystem.IsMacOS() ? 8 : 7, limits) == 0 && limits[0] < int.MaxValue;
            return isLimited ? Math.Max(2, (int)limits[0] - ReservedForRuntime) : int.MaxValue;
        }
    }

    /// <summary>Returns whether a descriptor was closed when the process started.</summary>
    /// <remarks>
    /// The runtime's first files then get its number. The runtime opens its files with FD_CLOEXEC. A descriptor that a process inherits cannot have this
    /// flag, because the start of the process would have closed it.
    /// </remarks>
    public static bool IsClosed(int descriptor) => !OperatingSystem.IsWindows() && (FileControl(descriptor, GetDescriptorFlags) & CloseOnExec) != 0;

    /// <summary>Returns whether a write to a descriptor fails instead of waiting, for example because it is also a pipe of Node.js.</summary>
    public static bool IsNonBlocking(int descriptor)
    {
        int flag = OperatingSystem.IsMacOS() ? 4 : 2048;
        return !OperatingSystem.IsWindows() && (FileControl(descriptor, GetStatusFlags) & flag) != 0;
    }

    // The numbers are those of Linux and macOS. A call that fails returns -1, which has every flag.
    [DllImport("libc", EntryPoint = "fcntl")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int FileControl(int descriptor, int command);

    // The array gets the soft and the hard limit.
    [DllImport("libc", EntryPoint = "getrlimit")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int GetLimits(int resource, [Out] nuint[] limits);
}
