using System;
using System.Runtime.CompilerServices;
using Google.FlatBuffers.Compat;

namespace Google.FlatBuffers;

public partial class FlatBufferBuilder
{
    /// <summary>Returns the finished message with free bytes in front of it, for a header.</summary>
    /// <param name="headroom">The number of free bytes to include. Their value is unspecified.</param>
    /// <param name="segment">The free bytes and the message after them, in the builder's own memory. Valid until <see cref="Clear"/>.
    /// The default value if the result is false.</param>
    /// <returns>False if the builder is not finished, or has fewer than <paramref name="headroom"/> bytes free in front of the
    /// message.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="headroom"/> is negative.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryGetFinished(int headroom, out ArraySegment<byte> segment)
    {
        if (headroom < 0)
        {
            Throw.NegativeCount(nameof(headroom), headroom);
        }

        if (_state != BuilderState.Finished || (long)_space - _start < headroom)
        {
            segment = default;
            return false;
        }

        int start = _space - headroom;
        segment = ArrayReference.Segment(_array, start, _length - start);
        return true;
    }
}
