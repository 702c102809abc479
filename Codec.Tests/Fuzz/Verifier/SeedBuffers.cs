using System;
using System.Collections.Generic;
using System.Linq;
using Codec.Tests.Flatc;
using Codec.Tests.Interop;
using Coverage;
using Coverage.Keywords;
using Game.Samples;
using Google.FlatBuffers;

namespace Codec.Tests.Fuzz.Verifier;

/// <summary>
/// The valid buffers from which mutants are made: samples of the game and messages of the coverage schemas. They are the same in every run.
/// </summary>
internal static class SeedBuffers
{
    private const int LargeBytes = 200_000;

    public static IReadOnlyList<VerifiedBuffer> All { get; } = [.. FromGame(), .. FromCoverage()];

    private static IEnumerable<VerifiedBuffer> FromGame() => GameMessages.All.Select(message => new VerifiedBuffer(
        message.Name,
        Enum.Parse<VerifiedRoot>(RootOf(message.Name)),
        Finished(message.Build)));

    private static IEnumerable<VerifiedBuffer> FromCoverage()
    {
        for (int size = 0; size < 12; size++)
        {
            RandomValues values = new(new Random(size), 1 + (size * 3));
            EverythingT everything = values.Everything();
            WordsT words = values.Words();
            yield return new($"everything {size}", VerifiedRoot.Everything, everything.SerializeToBinary());
            yield return new($"everything, size-prefixed {size}", VerifiedRoot.EverythingSizePrefixed, Finished(
                builder => Everything.FinishSizePrefixedEverythingBuffer(builder, Everything.Pack(builder, everything))));
            UnionVectorT unions = values.UnionVector();
            yield return new($"union vector {size}", VerifiedRoot.UnionVector, Finished(builder => builder.Finish(UnionVector.Pack(builder, unions).Value)));
            yield return new($"words {size}", VerifiedRoot.Words, Finished(builder => builder.Finish(Words.Pack(builder, words).Value)));
        }

        yield return new("everything, large", VerifiedRoot.Everything, Large());
    }

    // Increases the size by a quarter until the buffer is large enough.
    private static byte[] Large()
    {
        for (int size = 64; ; size += size / 4)
        {
            byte[] bytes = new RandomValues(new Random(2), size).Everything().SerializeToBinary();
            if (bytes.Length >= LargeBytes)
            {
                return bytes;
            }
        }
    }

    private static byte[] Finished(Action<FlatBufferBuilder> build)
    {
        FlatBufferBuilder builder = new(1024);
        build(builder);
        return builder.SizedByteArray();
    }

    private static string RootOf(string name) => name switch
    {
        "test_packet" => nameof(VerifiedRoot.TestPacket),
        "snapshot_large" => nameof(VerifiedRoot.Snapshot),
        _ => char.ToUpperInvariant(name[0]) + name[1..],
    };
}
