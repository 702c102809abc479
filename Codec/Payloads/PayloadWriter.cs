using System;
using System.ComponentModel;
using System.Runtime.InteropServices;
using Codec.Generated;

namespace Codec.Payloads;

/// <summary>Writes a payload from values, without objects. Pass it to the methods of generated writers.</summary>
/// <remarks>
/// If the destination is too short, later writes are no-ops, and <see cref="TryFinish"/> returns false. Pass the writer by reference: a copy
/// does not get the later state of the original.
/// </remarks>
public ref struct PayloadWriter
{
    private int _at;

    /// <summary>Creates a writer.</summary>
    /// <param name="destination">The memory for the payload, which starts at the first byte.</param>
    public PayloadWriter(Span<byte> destination)
    {
        Destination = destination;
        _at = 0;
    }

    /// <summary>For generated code: the memory.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public readonly Span<byte> Destination { get; }

    /// <summary>For generated code: the position of the next object, or -1 if the memory was too short.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public int At
    {
        readonly get => _at;
        set => _at = value;
    }

    /// <summary>Finishes the payload, and returns whether it fits.</summary>
    /// <param name="written">The size of the payload in bytes, or 0.</param>
    /// <returns><see langword="false"/> if the destination was too short, or if nothing has been written.</returns>
    public readonly bool TryFinish(out int written)
    {
        written = Math.Max(_at, 0);
        return _at > 0;
    }

    /// <summary>For generated code: begins a new payload.</summary>
    /// <param name="identifier">The file identifier as a little-endian number; 0 if there is none.</param>
    /// <returns>0, the position of the root's offset; or -1 if the memory is too short.</returns>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public int Begin(uint identifier)
    {
        int head = identifier == 0 ? 4 : 8;
        if (Destination.Length < head)
        {
            _at = -1;
            return -1;
        }

        if (identifier != 0)
        {
            GeneratedBytes.StoreUInt32(ref MemoryMarshal.GetReference(Destination), 4, identifier);
        }

        _at = head;
        return 0;
    }

    /// <summary>For generated code: adds a field to a table that has been written.</summary>
    /// <param name="table">The table.</param>
    /// <param name="entry">The offset of the field's entry in the vtable, in bytes.</param>
    /// <param name="offset">The offset of the field in the table, in bytes.</param>
    /// <returns>The offset of the field in the payload, or -1 if nothing must be written.</returns>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public readonly int Open(WrittenTable table, int entry, int offset)
    {
        if (_at < 0 || table.Table == 0)
        {
            return -1;
        }

        GeneratedBytes.StoreUInt16(ref MemoryMarshal.GetReference(Destination), table.VTable + entry, (ushort)offset);
        return table.Table + offset;
    }

    /// <summary>For generated code: writes a vector of offsets, or of a union's types, that is empty at first.</summary>
    /// <param name="slot">The position of the vector's offset, or -1.</param>
    /// <param name="capacity">The largest number of elements.</param>
    /// <param name="elementSize">The size of an element in bytes, to which it is aligned.</param>
    /// <returns>The positions of its elements.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="capacity"/> is negative.</exception>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public VectorSlots OpenVector(int slot, int capacity, int elementSize)
    {
        if (capacity < 0)
        {
            Throw.NegativeCount(nameof(capacity), capacity);
        }

        if (slot < 0 || _at < 0)
        {
            return default;
        }

        ref byte origin = ref MemoryMarshal.GetReference(Destination);
        _at = GeneratedWriter.VectorHead(ref origin, _at, Destination.Length, slot, capacity, elementSize, Math.Max(4, elementSize), out int elements);
        if (_at < 0)
        {
            return default;
        }

        GeneratedBytes.Clear(ref origin, elements - 4, _at - elements + 4);
        return new VectorSlots(elements, capacity);
    }

    /// <summary>Adds an element to its vector.</summary>
    /// <param name="elements">The offset of the first element, or 0 if the vector was not written.</param>
    /// <param name="index">The index of the element.</param>
    /// <param name="capacity">The largest number of elements.</param>
    /// <param name="elementSize">The size of an element in bytes.</param>
    /// <returns>The offset of the element, or -1 if nothing must be written.</returns>
    /// <exception cref="InvalidOperationException">The vector is full.</exception>
    internal readonly int OpenElement(int elements, int index, int capacity, int elementSize)
    {
        if (elements == 0 || _at < 0)
        {
            return -1;
        }

        if (index >= capacity)
        {
            Throw.VectorFull(capacity);
        }

        GeneratedBytes.StoreInt32(ref MemoryMarshal.GetReference(Destination), elements - 4, index + 1);
        return elements + (elementSize * index);
    }
}
