using System;
using Google.FlatBuffers;

namespace Codec.Bench.FlatBuffers.Sides;

/// <summary>A builder that starts small and grows: a new builder each time, because the package neither pools nor shrinks.</summary>
internal sealed class GrowingBuilder(int size) : IDisposable
{
    /// <summary>Returns an empty builder with a small buffer.</summary>
    internal FlatBufferBuilder Start() => new(size);

    /// <inheritdoc/>
    public void Dispose()
    {
    }
}
