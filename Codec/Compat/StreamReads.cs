#if NET
namespace Codec.Compat;

/// <summary>Reads from streams. A read can be cancelled.</summary>
[SuppressMessage("Performance", "CA1822:Mark members as static", Justification = "netstandard's have a state.")]
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
#endif
