using System;
using System.IO;

namespace Codec.Tests.Capture;

/// <summary>A disk with room for so many bytes: takes what fits of a write, and fails.</summary>
internal sealed class FullStream(int room) : MemoryStream
{
    public int Failures { get; private set; }

    public override void Write(byte[] buffer, int offset, int count)
    {
        int fits = (int)Math.Min(count, room - Length);
        base.Write(buffer, offset, fits);
        if (fits < count)
        {
            Failures++;
            throw new IOException("No space left on device");
        }
    }
}
