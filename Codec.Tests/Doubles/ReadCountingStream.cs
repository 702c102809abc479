namespace Codec.Tests.Doubles;

/// <summary>Forwards everything to another stream, and counts the reads that are pending.</summary>
/// <param name="inner">The stream; closed with this one.</param>
internal sealed class ReadCountingStream(Stream inner) : WrappingStream(inner)
{
    private int _pendingReads;

    public int PendingReads => Volatile.Read(ref _pendingReads);

    /// <summary>Gets the number of reads that were pending when the last write began.</summary>
    public int PendingReadsAtWrite { get; private set; }

    public override async ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
    {
        Interlocked.Increment(ref _pendingReads);
        try
        {
            return await Inner.ReadAsync(buffer, cancellationToken);
        }
        finally
        {
            Interlocked.Decrement(ref _pendingReads);
        }
    }

    public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
    {
        PendingReadsAtWrite = PendingReads;
        return base.WriteAsync(buffer, cancellationToken);
    }
}
