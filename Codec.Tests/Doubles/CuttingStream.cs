using System;
using System.IO;
using System.Threading;
using System.Threading.Tasks;

namespace Codec.Tests.Doubles;

/// <summary>Cuts what goes through another stream at random: a write becomes several, and a read gives as much as it likes.</summary>
/// <param name="inner">The stream; closed with this one.</param>
/// <param name="seed">What the cuts depend on.</param>
internal sealed class CuttingStream(Stream inner, int seed) : WrappingStream(inner)
{
    // One for each direction: they are used by two threads at once.
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

    // Mostly large, or millions of bytes would take minutes; at times a few bytes, which cuts headers.
    private static int Piece(Random random, int length) => Math.Min(length, 1 + random.Next(random.Next(4) == 0 ? 8 : 20_000));
}
