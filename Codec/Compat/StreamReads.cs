namespace Codec.Compat;

/// <summary>
/// Reads from streams, of which some cannot cancel a pending read, such as WebSockets, and sockets on netstandard. Their cancelled read continues, and the next
/// read returns its result.
/// </summary>
internal readonly struct StreamReads(Stream stream, bool cancels)
{
#if NET
    private const bool SocketsCancel = true;
#else
    private const bool SocketsCancel = false;
#endif

    private readonly UncancelableWait<int>? _wait = cancels && SocketsCancel ? null : new();

    /// <summary>Gets whether a cancelled read continues. It still writes to its array.</summary>
    internal bool IsPending => _wait?.Pending is not null;

    internal ValueTask<int> ReadAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken)
    {
#if NET
        if (_wait is null || (_wait.Pending is null && !cancellationToken.CanBeCanceled))
        {
            return StreamArrays.ReadAsync(stream, buffer, offset, count, cancellationToken);
        }
#endif
        cancellationToken.ThrowIfCancellationRequested();
        return _wait!.WaitAsync(_wait.Pending ?? stream.ReadAsync(buffer, offset, count, CancellationToken.None), cancellationToken);
    }

    internal void Abandon() => _wait?.Abandon();
}
