namespace Codec.Tests.Doubles;

/// <summary>A stream that completes each write at the request of the test, and fails during one of them.</summary>
/// <param name="wholeWrites">The number of writes that succeed before that one.</param>
public sealed class SteppedStream(int wholeWrites) : RecordingStream
{
    private readonly SemaphoreSlim _begun = new(0);
    private readonly SemaphoreSlim _allowed = new(0);

    public override bool CanRead => true;

    /// <summary>Gets the bytes of the writes that did not fail.</summary>
    public int WholeBytes { get; private set; }

    /// <summary>Waits for the start of the next write.</summary>
    public async Task WriteBegins(TimeSpan limit)
    {
        if (!await _begun.WaitAsync(limit))
        {
            throw new TimeoutException("Nothing is written.");
        }
    }

    /// <summary>Completes the pending write.</summary>
    public void EndWrite() => _allowed.Release();

    public override async Task WriteAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken)
    {
        _begun.Release();
        await _allowed.WaitAsync(cancellationToken);
        if (Writes == wholeWrites)
        {
            Write(buffer, offset, count / 2);
            throw new IOException("Broken.");
        }

        Write(buffer, offset, count);
        WholeBytes += count;
    }

    protected override void Dispose(bool disposing)
    {
        if (disposing)
        {
            _begun.Dispose();
            _allowed.Dispose();
        }

        base.Dispose(disposing);
    }
}
