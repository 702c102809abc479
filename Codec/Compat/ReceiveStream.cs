namespace Codec.Compat;

/// <summary>A stream that can only be read, asynchronously, into arrays.</summary>
internal abstract class ReceiveStream : Stream
{
    public override bool CanRead => true;
    public override bool CanSeek => false;
    public override bool CanWrite => false;
    public override long Length => Throw.StreamOnlyReceives();

    public override long Position
    {
        get => Throw.StreamOnlyReceives();
        set => Throw.StreamOnlyReceives();
    }

    public override Task<int> ReadAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken) =>
        ReceiveAsync(buffer, offset, count, cancellationToken).AsTask();

#if !NETSTANDARD2_0
    public override ValueTask<int> ReadAsync(System.Memory<byte> buffer, CancellationToken cancellationToken = default) =>
        System.Runtime.InteropServices.MemoryMarshal.TryGetArray(buffer, out System.ArraySegment<byte> array)
            ? ReceiveAsync(array.Array!, array.Offset, array.Count, cancellationToken)
            : base.ReadAsync(buffer, cancellationToken);
#endif

    public override int Read(byte[] buffer, int offset, int count) =>
        ReceiveAsync(buffer, offset, count, CancellationToken.None).AsTask().GetAwaiter().GetResult();

    public override void Flush()
    {
    }

    public override long Seek(long offset, SeekOrigin origin) => Throw.StreamOnlyReceives();

    public override void SetLength(long value) => Throw.StreamOnlyReceives();

    public override void Write(byte[] buffer, int offset, int count) => Throw.StreamOnlyReceives();

    private protected abstract ValueTask<int> ReceiveAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken);
}
