using System;
using System.Buffers;
using System.Runtime.InteropServices;

namespace Codec.Framing;

/// <summary>A sequence from where it starts: the object and index of a <see cref="System.SequencePosition"/>, without the sequence they came from.</summary>
internal static class SequenceSlice
{
    /// <summary>The sequence of <paramref name="length"/> bytes, which the caller knows to be there.</summary>
    internal static ReadOnlySequence<byte> Create(object? owner, int index, int length)
    {
        switch (owner)
        {
            case byte[] array:
                return new ReadOnlySequence<byte>(array, index, length);
            case MemoryManager<byte> manager:
                return new ReadOnlySequence<byte>(manager.Memory.Slice(index, length));
            case ReadOnlySequenceSegment<byte> first:
                ReadOnlySequenceSegment<byte> last = first;
                int start = index;
                while (length > last.Memory.Length - start && last.Next is not null)
                {
                    length -= last.Memory.Length - start;
                    start = 0;
                    last = last.Next;
                }

                return new ReadOnlySequence<byte>(first, index, last, start + length);
            default:
                return ReadOnlySequence<byte>.Empty;
        }
    }

    /// <summary>The object and index behind a sequence's first byte.</summary>
    internal static (object? Owner, int Index) StartOf(in ReadOnlySequence<byte> sequence)
    {
        // An empty sequence is given back to its pipe as it came.
        if (sequence.IsEmpty || sequence.Start.GetObject() is ReadOnlySequenceSegment<byte>)
        {
            return (sequence.Start.GetObject(), sequence.Start.GetInteger());
        }

        // A manager that has an array is asked as a manager: what came from it knows no array.
        ReadOnlyMemory<byte> memory = sequence.First;
        if (MemoryMarshal.TryGetMemoryManager(memory, out MemoryManager<byte>? manager, out int start, out _))
        {
            return (manager, start);
        }

        return MemoryMarshal.TryGetArray(memory, out ArraySegment<byte> array) ? (array.Array, array.Offset) : (null, 0);
    }
}
