#if !NET
namespace Codec.Compat;

/// <summary>Reads from streams. netstandard cannot cancel a pending read of a socket: it continues, and the next read returns its result.</summary>
internal sealed class StreamReads(Stream stream)
{
    private readonly ResumableWait<int> _wait = new();

    /// <summary>Gets whether a cancelled read continues. It still writes to its array.</summary>
    internal bool IsPending => _wait.Pending is not null;

    internal ValueTask<int> ReadAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        return _wait.WaitAsync(_wait.Pending ?? stream.ReadAsync(buffer, offset, count, CancellationToken.None), cancellationToken);
    }

    internal void Abandon() => _wait.Abandon();
}
#endif
