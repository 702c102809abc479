namespace Codec.Tests.Doubles;

/// <summary>A stream that stores what is written, and rejects writes after it is closed.</summary>
public class RecordingStream : TestStream
{
    private readonly MemoryStream _written = new();

    public override bool CanRead => false;

    public byte[] Written => _written.ToArray();

    /// <summary>Gets the number of accepted writes.</summary>
    public int Writes { get; private set; }

    public int Flushes { get; private set; }

    /// <summary>Gets or sets the callback of each write, before the caller's memory is read.</summary>
    public Action? OnWrite { get; set; }

    public override void Write(byte[] buffer, int offset, int count)
    {
        ObjectDisposedException.ThrowIf(IsClosed, this);
        OnWrite?.Invoke();
        _written.Write(buffer, offset, count);
        Writes++;
    }

    public override void Flush() => Flushes++;

    protected override void Dispose(bool disposing)
    {
        _written.Dispose();
        base.Dispose(disposing);
    }
}
