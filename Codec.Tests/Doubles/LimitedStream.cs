namespace Codec.Tests.Doubles;

/// <summary>A full disk: accepts the part of a write for which there is space, and fails if there is not enough.</summary>
/// <param name="room">The available space in bytes.</param>
public sealed class LimitedStream(int room) : RecordingStream
{
    /// <summary>Gets or sets the remaining space in bytes.</summary>
    public int Room { get; set; } = room;

    /// <summary>Gets the number of writes that failed.</summary>
    public int Failures { get; private set; }

    public bool FailsToFlush { get; set; }

    public override void Write(byte[] buffer, int offset, int count)
    {
        int taken = Math.Min(count, Room);
        base.Write(buffer, offset, taken);
        Room -= taken;
        if (taken < count)
        {
            Failures++;
            throw new IOException("The stream is full.");
        }
    }

    public override Task WriteAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken)
    {
        Write(buffer, offset, count);
        return Task.CompletedTask;
    }

    public override void Flush()
    {
        if (FailsToFlush)
        {
            throw new IOException("The stream does not flush.");
        }
    }
}
