namespace Codec.Tests.Doubles;

/// <summary>A stream that returns some bytes and then waits. Closing it locally ends the wait as if the peer had ended the stream.</summary>
/// <param name="bytes">The bytes.</param>
/// <param name="firstRead">The maximum number of bytes that the first read returns.</param>
internal sealed class EndingStream(byte[] bytes, int firstRead = int.MaxValue) : TestStream
{
    private readonly TaskCompletionSource<int> _end = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private int _position;

    public override Task<int> ReadAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken)
    {
        int given = Math.Min(_position == 0 ? Math.Min(count, firstRead) : count, bytes.Length - _position);
        Array.Copy(bytes, _position, buffer, offset, given);
        _position += given;
        return given > 0 ? Task.FromResult(given) : _end.Task;
    }

    public override void Write(byte[] buffer, int offset, int count)
    {
    }

    protected override void Dispose(bool disposing)
    {
        base.Dispose(disposing);
        _end.TrySetResult(0);
    }
}
