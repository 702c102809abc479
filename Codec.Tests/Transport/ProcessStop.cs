using System.ComponentModel;

namespace Codec.Tests.Transport;

/// <summary>Stops and continues processes, as a debugger or a frozen container does. A no-op on Windows.</summary>
internal static partial class ProcessStop
{
    // The numbers of macOS differ from those of Linux.
    private static readonly int SigStop = OperatingSystem.IsMacOS() ? 17 : 19;
    private static readonly int SigCont = OperatingSystem.IsMacOS() ? 19 : 18;

    public static void Terminate(Process process) => Send(process, 15);

    public static void Stop(Process process) => Send(process, SigStop);

    public static void Continue(Process process) => Send(process, SigCont);

    private static void Send(Process process, int signal)
    {
        if (!OperatingSystem.IsWindows() && Kill(process.Id, signal) != 0)
        {
            throw new Win32Exception(Marshal.GetLastPInvokeError());
        }
    }

    [LibraryImport("libc", EntryPoint = "kill", SetLastError = true)]
    private static partial int Kill(int process, int signal);
}
