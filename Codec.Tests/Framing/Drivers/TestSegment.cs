using System;
using System.Buffers;
using System.Collections.Generic;

namespace Codec.Tests.Framing.Drivers;

/// <summary>A segment of a sequence, over memory of the test's choice.</summary>
public sealed class TestSegment : ReadOnlySequenceSegment<byte>
{
    private TestSegment(ReadOnlyMemory<byte> memory, long runningIndex)
    {
        Memory = memory;
        RunningIndex = runningIndex;
    }

    /// <summary>One sequence with the given segments, empty ones included.</summary>
    public static ReadOnlySequence<byte> Join(IReadOnlyList<ReadOnlyMemory<byte>> segments)
    {
        TestSegment first = new(segments[0], 0);
        TestSegment last = first;
        for (int i = 1; i < segments.Count; i++)
        {
            TestSegment next = new(segments[i], last.RunningIndex + last.Memory.Length);
            last.Next = next;
            last = next;
        }

        return new ReadOnlySequence<byte>(first, 0, last, last.Memory.Length);
    }
}
