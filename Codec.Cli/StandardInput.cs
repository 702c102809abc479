using System;
using System.IO;
using System.Runtime.InteropServices;

namespace Codec.Cli;

/// <summary>The standard input.</summary>
internal static class StandardInput
{
    /// <summary>The file name that means the standard input.</summary>
    public const string Name = "-";

    /// <summary>Opens the standard input.</summary>
    /// <exception cref="CommandFailedException">It was closed when the tool started.</exception>
    public static Stream Open() => IsClosed() ? throw new CommandFailedException("The standard input is closed.") : Console.OpenStandardInput();

    // If descriptor 0 is closed when a process starts, the runtime's first pipe gets the number 0. Reading that pipe would wait forever. The runtime
    // opens its files with FD_CLOEXEC. A descriptor that a process inherits cannot have this flag, because the start of the process would have closed
    // it. Windows has no such numbers: there, a closed input is empty.
    private static bool IsClosed()
    {
        const int GetDescriptorFlags = 1;
        const int CloseOnExec = 1;
        return !OperatingSystem.IsWindows() && (FileControl(0, GetDescriptorFlags) & CloseOnExec) != 0;
    }

    // The numbers are those of Linux and macOS. A call that fails returns -1, which has every flag.
    [DllImport("libc", EntryPoint = "fcntl")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int FileControl(int descriptor, int command);
}
