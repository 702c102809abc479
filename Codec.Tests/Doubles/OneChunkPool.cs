namespace Codec.Tests.Doubles;

/// <summary>A pool that always returns the same chunk, so that a stream of any length takes only a megabyte.</summary>
internal sealed class OneChunkPool : ArrayPool<byte>
{
    private readonly byte[] _chunk = new byte[ChunkPool.ChunkLength];

    public override byte[] Rent(int minimumLength) => _chunk;

    public override void Return(byte[] array, bool clearArray = false) => Assert.That(array, Is.SameAs(_chunk));
}
