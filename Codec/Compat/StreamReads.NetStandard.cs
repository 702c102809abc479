#if !NET
using System.IO;
using System.Threading;
using System.Threading.Tasks;

namespace Codec.Compat;

/// <summary>netstandard's sockets know no token once a read waits: what is given up goes on, and the next read gets what it gives.</summary>
internal sealed class StreamReads(Stream stream)
{
    private readonly ResumableWait<int> _wait = new();

    /// <summary>Whether a read that was given up goes on, into the array and at the offset that it was given.</summary>
    internal bool IsPending => _wait.Pending is not null;

    internal ValueTask<int> ReadAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        return _wait.WaitAsync(_wait.Pending ?? stream.ReadAsync(buffer, offset, count, CancellationToken.None), cancellationToken);
    }

    internal void Abandon() => _wait.Abandon();
}
#endif
