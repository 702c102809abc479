using Google.FlatBuffers;

namespace Codec.Bench.FlatBuffers.Sides;

/// <summary>A builder that starts small and grows: the pooled one of this repository's runtime.</summary>
internal static class GrowingBuilder
{
    internal static FlatBufferBuilder Start(int size) => new PooledFlatBufferBuilder(size);

    internal static void End(FlatBufferBuilder builder) => ((PooledFlatBufferBuilder)builder).Dispose();
}
