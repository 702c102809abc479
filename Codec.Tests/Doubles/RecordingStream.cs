using System;
using System.IO;

namespace Codec.Tests.Doubles;

/// <summary>Keeps what is written to it, and refuses writes after it is closed.</summary>
public class RecordingStream : TestStream
{
    private readonly MemoryStream _written = new();

    public override bool CanRead => false;

    public byte[] Written => _written.ToArray();

    /// <summary>How many writes were taken.</summary>
    public int Writes { get; private set; }

    /// <summary>Called by each write, before the caller's memory is read.</summary>
    public Action? OnWrite { get; set; }

    public override void Write(byte[] buffer, int offset, int count)
    {
        ObjectDisposedException.ThrowIf(IsClosed, this);
        OnWrite?.Invoke();
        _written.Write(buffer, offset, count);
        Writes++;
    }

    protected override void Dispose(bool disposing)
    {
        _written.Dispose();
        base.Dispose(disposing);
    }
}
