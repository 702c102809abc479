namespace Codec.Tests.Doubles;

/// <summary>A stream that accepts half of each write, and then waits until it is cancelled.</summary>
internal sealed class HalfWriteStream : RecordingStream
{
    public override bool CanRead => true;

    public override Task WriteAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken)
    {
        Write(buffer, offset, count / 2);
        return Task.Delay(Timeout.Infinite, cancellationToken);
    }
}
