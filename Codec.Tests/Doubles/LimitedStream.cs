using System;
using System.IO;
using System.Threading;
using System.Threading.Tasks;

namespace Codec.Tests.Doubles;

/// <summary>A full disk: takes what fits of a write, and fails if something did not.</summary>
/// <param name="room">How many bytes fit.</param>
public sealed class LimitedStream(int room) : RecordingStream
{
    /// <summary>How many bytes it still takes.</summary>
    public int Room { get; set; } = room;

    /// <summary>How many writes did not fit.</summary>
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
