namespace Codec.Tests.Doubles;

/// <summary>A segment of a sequence, over memory that the test chooses.</summary>
public sealed class TestSegment : ReadOnlySequenceSegment<byte>
{
    // The extra bytes are not zero, because zeros would be packets in the default format.
    private const int Before = 3;
    private const int Behind = 9;

    private TestSegment(ReadOnlyMemory<byte> memory, long runningIndex)
    {
        Memory = memory;
        RunningIndex = runningIndex;
    }

    /// <summary>Creates a sequence with the given segments, including empty ones.</summary>
    public static ReadOnlySequence<byte> Join(IReadOnlyList<ReadOnlyMemory<byte>> segments) => Join(segments, start: 0, behind: 0);

    /// <summary>
    /// Creates a sequence with the given parts as segments, including empty ones. The first segment has extra bytes before the sequence, the last
    /// after it.
    /// </summary>
    public static ReadOnlySequence<byte> JoinInside(IReadOnlyList<ReadOnlyMemory<byte>> parts)
    {
        List<ReadOnlyMemory<byte>> segments = [.. parts];
        segments[0] = Surround(segments[0], Before, 0);
        segments[^1] = Surround(segments[^1], 0, Behind);
        return Join(segments, Before, Behind);
    }

    private static byte[] Surround(ReadOnlyMemory<byte> part, int before, int behind) => [.. new byte[before], .. part.Span, .. new byte[behind]];

    private static ReadOnlySequence<byte> Join(IReadOnlyList<ReadOnlyMemory<byte>> segments, int start, int behind)
    {
        TestSegment first = new(segments[0], 0);
        TestSegment last = first;
        for (int i = 1; i < segments.Count; i++)
        {
            TestSegment next = new(segments[i], last.RunningIndex + last.Memory.Length);
            last.Next = next;
            last = next;
        }

        return new ReadOnlySequence<byte>(first, start, last, last.Memory.Length - behind);
    }
}
