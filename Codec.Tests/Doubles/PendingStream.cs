namespace Codec.Tests.Doubles;

/// <summary>A stream whose writes stay pending until it is closed. They then fail, and their callers continue inside the call that closes it.</summary>
/// <param name="content">What the stream's reads return. They never wait.</param>
internal sealed class PendingStream(byte[] content) : TestStream
{
    private readonly TaskCompletionSource<bool> _closed = new();
    private readonly MemoryStream _content = new(content);

    public override Task<int> ReadAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken) =>
        Task.FromResult(_content.Read(buffer, offset, count));

    public override Task WriteAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken) => _closed.Task;

    protected override void Dispose(bool disposing)
    {
        _closed.TrySetException(new IOException("Closed."));
        base.Dispose(disposing);
    }
}
