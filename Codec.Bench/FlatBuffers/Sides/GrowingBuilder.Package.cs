using Google.FlatBuffers;

namespace Codec.Bench.FlatBuffers.Sides;

/// <summary>A builder that starts small and grows; the package pools nothing.</summary>
internal static class GrowingBuilder
{
    internal static FlatBufferBuilder Start(int size) => new(size);

    internal static void End(FlatBufferBuilder builder) => builder.Clear();
}
