using System;
using Google.FlatBuffers;

namespace Codec.Bench.FlatBuffers.Sides;

/// <summary>A builder that starts small and grows: the pooled one of this repository's runtime, which is kept from one time to the next.</summary>
internal sealed class GrowingBuilder(int size) : IDisposable
{
    private readonly PooledFlatBufferBuilder _builder = new(size);

    /// <summary>An empty builder with a small buffer.</summary>
    internal FlatBufferBuilder Start()
    {
        _builder.Reset();
        return _builder;
    }

    /// <inheritdoc/>
    public void Dispose() => _builder.Dispose();
}
