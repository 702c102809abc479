using System.Diagnostics.CodeAnalysis;

[assembly: SuppressMessage(
    "Performance",
    "CA1844:Provide memory-based overrides of async methods when subclassing 'Stream'",
    Justification = ".NET Framework has none to override.",
    Scope = "namespaceanddescendants",
    Target = "~N:Codec.Tests.Doubles")]

namespace Codec.Tests.Doubles;

/// <summary>
/// The base class of the tests' streams. It can be read and written, supports no other operation, and counts how often it is closed.
/// </summary>
public abstract class TestStream : Stream
{
    public override bool CanRead => true;

    public override bool CanSeek => false;

    public override bool CanWrite => true;

    public override long Length => throw new NotSupportedException();

    public override long Position
    {
        get => throw new NotSupportedException();
        set => throw new NotSupportedException();
    }

    /// <summary>Gets the number of times that the stream was closed.</summary>
    public int Closings { get; private set; }

    public bool IsClosed => Closings > 0;

    public override void Flush()
    {
    }

    public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    protected override void Dispose(bool disposing)
    {
        Closings++;
        base.Dispose(disposing);
    }
}
