using System;
using Google.FlatBuffers;

namespace Codec.Bench.FlatBuffers.Sides;

/// <summary>A builder that starts small and grows: the pooled builder of this repository's runtime, which is reused.</summary>
internal sealed class GrowingBuilder(int size) : IDisposable
{
    private readonly PooledFlatBufferBuilder _builder = new(size);

    /// <summary>Returns an empty builder with a small buffer.</summary>
    internal FlatBufferBuilder Start()
    {
        _builder.Reset();
        return _builder;
    }

    /// <inheritdoc/>
    public void Dispose() => _builder.Dispose();
}
