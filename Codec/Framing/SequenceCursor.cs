using System;
using System.Buffers;
using System.Runtime.CompilerServices;
using Codec.Packets;

namespace Codec.Framing;

/// <summary>A position in a sequence, which moves segment by segment. A mutable struct: store it in a field that is not readonly.</summary>
/// <remarks>
/// Slicing a <see cref="ReadOnlySequence{T}"/> for each packet costs several times as much as decoding the packet, so the cursor follows the segments
/// itself.
/// </remarks>
internal struct SequenceCursor
{
    private object? _endOwner;
    private int _endIndex;

    // The number of bytes after the current segment.
    private long _behind;

    /// <summary>The current segment, cut off at the sequence's end.</summary>
    internal ReadOnlyMemory<byte> Memory;

    /// <summary>The offset of the next packet in <see cref="Memory"/>.</summary>
    internal int Offset;

    /// <summary>The object that holds <see cref="Memory"/>: a segment, an array or a memory manager.</summary>
    internal object? Owner;

    /// <summary>The index of <see cref="Memory"/>'s first byte in <see cref="Owner"/>.</summary>
    internal int OwnerIndex;

    internal SequenceCursor(in ReadOnlySequence<byte> sequence)
    {
        this = default;
        MoveTo(sequence);
    }

    /// <summary>Gets whether the current segment is the last one of the sequence.</summary>
    internal readonly bool IsInLastSegment => _behind == 0;

    /// <summary>
    /// Gets <see cref="Owner"/> as a segment, without a type check, which would cost as much as advancing. The caller must have checked that there
    /// are bytes after the current segment: the owner is then a segment.
    /// </summary>
    internal readonly ReadOnlySequenceSegment<byte> Segment => Unsafe.As<ReadOnlySequenceSegment<byte>>(Owner!);

    /// <summary>Gets the end of the sequence, as it was given.</summary>
    internal readonly SequencePosition End => new(_endOwner, _endIndex);

    /// <summary>Moves to the start of a sequence, in place: creating a new cursor and copying it into its field costs twice as much.</summary>
    internal void MoveTo(in ReadOnlySequence<byte> sequence)
    {
        SequencePosition start = sequence.Start;
        SequencePosition end = sequence.End;
        object? endOwner = end.GetObject();
        int endIndex = end.GetInteger();
        if (start.GetObject() is ReadOnlySequenceSegment<byte> segment)
        {
            int index = start.GetInteger();
            bool isLast = ReferenceEquals(segment, endOwner);
            ReadOnlyMemory<byte> memory = segment.Memory;
            memory = isLast ? memory.Slice(index, endIndex - index) : memory.Slice(index);

            // The type is checked once: if the first is a segment, the last is too.
            _behind = isLast ? 0 : Unsafe.As<ReadOnlySequenceSegment<byte>>(endOwner!).RunningIndex + endIndex - segment.RunningIndex - index - memory.Length;
            Memory = memory;
            Owner = segment;
            OwnerIndex = index;
        }
        else
        {
            _behind = 0;
            Memory = sequence.First;
            (Owner, OwnerIndex) = SequenceSlice.StartOf(sequence);
        }

        Offset = 0;
        _endOwner = endOwner;
        _endIndex = endIndex;
    }

    /// <summary>Gets the number of bytes from the cursor to the sequence's end.</summary>
    internal readonly long Remaining => Memory.Length - Offset + _behind;

    /// <summary>Measures the packet at the cursor. The cursor may move to the start of the next segment, but not past the packet.</summary>
    internal PacketExtent Measure(PacketFormat format)
    {
        PassEnd();
        ReadOnlySpan<byte> here = Memory.Span.Slice(Offset);
        if (here.Length >= format.HeaderSize || _behind == 0)
        {
            return format.Measure(here, Remaining);
        }

        return MeasureCutHeader(format);
    }

    /// <summary>Measures a packet whose header is in several segments.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private readonly PacketExtent MeasureCutHeader(PacketFormat format)
    {
        Span<byte> header = stackalloc byte[PacketFormat.LargestHeaderSize];
        return format.Measure(header.Slice(0, CopyStart(header.Slice(0, format.HeaderSize))), Remaining);
    }

    /// <summary>Moves from the end of a segment to the start of the next segment that is not empty.</summary>
    internal void PassEnd()
    {
        while (Offset == Memory.Length && _behind > 0)
        {
            NextSegment();
        }
    }

    /// <summary>Guesses what the bytes at the cursor are if they are not a packet.</summary>
    internal readonly PacketHint Guess(PacketFormat format, PacketError error, long position)
    {
        Span<byte> start = stackalloc byte[PacketFormat.LargestHeaderSize];
        return PacketHints.Guess(start.Slice(0, CopyStart(start)), format, error, position);
    }

    /// <summary>Copies the bytes at the cursor, as many as exist and fit. The cursor does not move.</summary>
    private readonly int CopyStart(Span<byte> destination)
    {
        SequenceCursor walker = this;
        int copied = 0;
        while (true)
        {
            ReadOnlySpan<byte> here = walker.Memory.Span.Slice(walker.Offset);
            here = here.Slice(0, Math.Min(here.Length, destination.Length - copied));
            here.CopyTo(destination.Slice(copied));
            copied += here.Length;
            if (copied == destination.Length || walker._behind == 0)
            {
                return copied;
            }

            walker.NextSegment();
        }
    }

    /// <summary>Advances by a number of bytes. The caller must have checked that they exist.</summary>
    internal void Advance(int count)
    {
        while (count > Memory.Length - Offset)
        {
            count -= Memory.Length - Offset;
            NextSegment();
        }

        Offset += count;
    }

    private void NextSegment()
    {
        ReadOnlySequenceSegment<byte> segment = Segment.Next!;
        Memory = ReferenceEquals(segment, _endOwner) ? segment.Memory.Slice(0, _endIndex) : segment.Memory;
        Owner = segment;
        OwnerIndex = 0;
        Offset = 0;
        _behind -= Memory.Length;
    }
}
