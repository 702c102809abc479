namespace Codec.Tests.Doubles;

/// <summary>A stream of zeros that returns a fixed number of read bytes, regardless of the request.</summary>
internal sealed class LyingStream : TestStream
{
    public int Count { get; set; }

    public override int Read(byte[] buffer, int offset, int count)
    {
        Array.Clear(buffer, offset, count);
        return Count;
    }

    public override Task<int> ReadAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken) =>
        Task.FromResult(Read(buffer, offset, count));
}
