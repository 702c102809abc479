namespace Codec.Compat;

/// <summary>Reads from streams. netstandard cannot cancel a pending read of a socket: it continues, and the next read returns its result.</summary>
[SuppressMessage("Performance", "CA1822:Mark members as static", Justification = "netstandard's have a state.")]
#if NET
internal readonly struct StreamReads(Stream stream)
{
    /// <summary>Gets whether a cancelled read continues. It still writes to its array.</summary>
    internal bool IsPending => false;

    internal ValueTask<int> ReadAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken) =>
        StreamArrays.ReadAsync(stream, buffer, offset, count, cancellationToken);

    internal void Abandon()
    {
    }
}
#else
internal sealed class StreamReads(Stream stream)
{
    private readonly ResumableWait<int> _wait = new();

    internal bool IsPending => _wait.Pending is not null;

    internal ValueTask<int> ReadAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        return _wait.WaitAsync(_wait.Pending ?? stream.ReadAsync(buffer, offset, count, CancellationToken.None), cancellationToken);
    }

    internal void Abandon() => _wait.Abandon();
}
#endif
