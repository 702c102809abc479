using Codec.Internals;

namespace Codec.Cli.Replay;

/// <summary>How much of what was written to a TCP socket its peer's system has acknowledged.</summary>
/// <param name="AcknowledgedBytes">The number of bytes, which includes one for the start of some connections.</param>
/// <param name="IsClosed">Whether the connection was reset, so that no more bytes arrive.</param>
internal readonly record struct TcpProgress(long AcknowledgedBytes, bool IsClosed)
{
    /// <summary>Returns the progress of a socket, or <see langword="null"/> if it is disposed or the system is not Linux.</summary>
    public static TcpProgress? Of(Socket? socket) => socket is not null && SocketProgress.TryGet(socket, out long acknowledged, out bool isClosed)
        ? new TcpProgress(acknowledged, isClosed)
        : null;
}
