using System;
using System.Buffers;
using System.Runtime.InteropServices;

namespace Codec.Framing;

/// <summary>Converts between a sequence and its start: the object and the index of its first byte.</summary>
internal static class SequenceSlice
{
    /// <summary>Returns the sequence of <paramref name="length"/> bytes. The caller must have checked that they exist.</summary>
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

    /// <summary>Returns the object and the index of the first byte of a sequence.</summary>
    internal static (object? Owner, int Index) StartOf(in ReadOnlySequence<byte> sequence)
    {
        // The position of an empty sequence is not changed, because it is returned to the pipe.
        if (sequence.IsEmpty || sequence.Start.GetObject() is ReadOnlySequenceSegment<byte>)
        {
            return (sequence.Start.GetObject(), sequence.Start.GetInteger());
        }

        // A memory manager is used even if its memory is an array, because the positions of the sequence refer to the manager.
        ReadOnlyMemory<byte> memory = sequence.First;
        if (MemoryMarshal.TryGetMemoryManager(memory, out MemoryManager<byte>? manager, out int start, out _))
        {
            return (manager, start);
        }

        // All other memory of bytes is an array.
        _ = MemoryMarshal.TryGetArray(memory, out ArraySegment<byte> array);
        return (array.Array, array.Offset);
    }
}
