namespace Codec.Tests.Doubles;

/// <summary>A stream that accepts every write synchronously, and never returns anything to read.</summary>
public sealed class SinkStream : TestStream
{
    public override Task WriteAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken) => Task.CompletedTask;

    public override Task FlushAsync(CancellationToken cancellationToken) => Task.CompletedTask;
}
