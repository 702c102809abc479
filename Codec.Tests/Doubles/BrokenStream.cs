namespace Codec.Tests.Doubles;

/// <summary>A stream whose writes fail after some time, and which throws when it is closed.</summary>
internal sealed class BrokenStream : TestStream
{
    public override async Task WriteAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken)
    {
        await Task.Delay(50, cancellationToken);
        throw new IOException("Broken.");
    }

    protected override void Dispose(bool disposing)
    {
        base.Dispose(disposing);
        throw new IOException("Broken when closed.");
    }
}
