namespace Codec.Tests.Doubles;

/// <summary>Splits the bytes of another stream at random positions: a write becomes several writes, and a read returns any number of bytes.</summary>
/// <param name="inner">The stream; closed with this one.</param>
/// <param name="seed">The seed of the random positions.</param>
internal sealed class CuttingStream(Stream inner, int seed) : WrappingStream(inner)
{
    // One for each direction, because two threads use them concurrently.
    private readonly Random _writes = new(seed);
    private readonly Random _reads = new(seed + 1);

    public override async ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
    {
        while (!buffer.IsEmpty)
        {
            int count = Piece(_writes, buffer.Length);
            await Inner.WriteAsync(buffer[..count], cancellationToken);
            buffer = buffer[count..];
        }
    }

    public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default) =>
        Inner.ReadAsync(buffer.IsEmpty ? buffer : buffer[..Piece(_reads, buffer.Length)], cancellationToken);

    // Mostly large pieces, because millions of bytes would otherwise take minutes; sometimes a few bytes, which splits headers.
    private static int Piece(Random random, int length) => Math.Min(length, 1 + random.Next(random.Next(4) == 0 ? 8 : 20_000));
}
