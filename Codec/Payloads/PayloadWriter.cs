using Codec.Generated;

namespace Codec.Payloads;

/// <summary>Writes a payload from values, without objects. Pass it to the methods of generated writers.</summary>
/// <remarks>
/// If the destination is too short, or a method of a generated writer throws, later writes are no-ops, and <see cref="TryFinish"/> returns false. Pass the
/// writer by reference: a copy does not get the later state of the original.
/// </remarks>
public ref struct PayloadWriter
{
    /// <summary>The vtables that tables of the payload can share.</summary>
    internal GeneratedVTables VTables;

    private int _at;

    /// <summary>Creates a writer.</summary>
    /// <param name="destination">The memory for the payload, which starts at the first byte.</param>
    public PayloadWriter(Span<byte> destination)
    {
        Destination = destination;
        Unsafe.SkipInit(out VTables);
        VTables.Start(destination.Length);
        _at = 0;
    }

    /// <summary>For generated code: the memory.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public readonly Span<byte> Destination { get; }

    /// <summary>For generated code: the position of the next object, or -1 if the memory was too short or a write threw.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public int At
    {
        readonly get => _at;
        set => _at = value;
    }

    /// <summary>Finishes the payload, and returns whether it fits.</summary>
    /// <param name="written">The size of the payload in bytes, or 0.</param>
    /// <returns><see langword="false"/> if the destination was too short, if a write threw an exception, or if nothing has been written.</returns>
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

        VTables.Start(Destination.Length);
        _at = head;
        return 0;
    }

    /// <summary>For generated code: adds a field to a table that has been written.</summary>
    /// <param name="table">The table.</param>
    /// <param name="entry">The offset of the field's entry in the vtable, in bytes.</param>
    /// <param name="offset">The offset of the field in the table, in bytes.</param>
    /// <returns>The offset of the field in the payload, or -1 if nothing must be written.</returns>
    /// <exception cref="InvalidOperationException">The table is outside of what has been written: it belongs to another payload.</exception>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public int Open(WrittenTable table, int entry, int offset)
    {
        if (_at < 0 || table.Table == 0)
        {
            return -1;
        }

        // The vtable is before the table. Fields and the end are aligned, so that a field that starts before the end also ends before it.
        int slot = table.Table + offset;
        CheckWritten(slot + 1);
        GeneratedBytes.StoreUInt16(ref MemoryMarshal.GetReference(Destination), table.VTable + entry, (ushort)offset);
        return slot;
    }

    /// <summary>For generated code: begins a value of a union, and writes its type.</summary>
    /// <typeparam name="T">The enum of the types.</typeparam>
    /// <param name="typeSlot">The position of the type, or -1.</param>
    /// <param name="slot">The position of the value's offset, or -1.</param>
    /// <param name="type">The type.</param>
    /// <returns>Whether the value must be written.</returns>
    /// <exception cref="InvalidOperationException">A position is outside of what has been written: it belongs to another payload.</exception>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public bool OpenValue<T>(int typeSlot, int slot, T type)
        where T : unmanaged
    {
        if ((typeSlot | slot | _at) < 0)
        {
            return false;
        }

        CheckWritten(Math.Max(typeSlot + Unsafe.SizeOf<T>(), slot + 4));
        GeneratedBytes.Store(ref MemoryMarshal.GetReference(Destination), typeSlot, type);
        return true;
    }

    /// <summary>For generated code: checks that a required string has a value.</summary>
    /// <param name="text">The string.</param>
    /// <param name="field">The field, with its table.</param>
    /// <exception cref="InvalidOperationException">It is <see langword="null"/>.</exception>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public void Required(string? text, string field)
    {
        if (text is null)
        {
            _at = -1;
            Throw.RequiredFieldMissing(field);
        }
    }

    /// <summary>For generated code: writes the value of a union that is a string.</summary>
    /// <param name="slot">The position of the value's offset.</param>
    /// <param name="value">The string.</param>
    /// <exception cref="ArgumentNullException"><paramref name="value"/> is <see langword="null"/>.</exception>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public void Text(int slot, string value)
    {
        if (value is null)
        {
            _at = -1;
            Throw.ArgumentNull(nameof(value));
        }

        _at = GeneratedWriter.Text(ref MemoryMarshal.GetReference(Destination), _at, Destination.Length, slot, value, fits: false);
    }

    /// <summary>For generated code: writes a vector of strings.</summary>
    /// <param name="at">The position to write to, or -1. The writer is unusable until the caller sets <see cref="At"/>.</param>
    /// <param name="slot">The position of the vector's offset.</param>
    /// <param name="texts">The strings.</param>
    /// <param name="field">The field, with its table.</param>
    /// <returns>The position of the next object, or -1 if the memory was too short.</returns>
    /// <exception cref="InvalidOperationException">A string is <see langword="null"/>.</exception>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public int Texts(int at, int slot, ReadOnlySpan<string> texts, string field)
    {
        _at = -1;
        return GeneratedWriter.Texts(ref MemoryMarshal.GetReference(Destination), at, Destination.Length, slot, texts, field);
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
            _at = -1;
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
    /// <returns>The offset of the element, or -1 if nothing must be written, such as in a vector that was not written (0).</returns>
    /// <exception cref="InvalidOperationException">The vector is full, or is outside of what has been written: it belongs to another payload.</exception>
    internal int OpenElement(int elements, int index, int capacity, int elementSize)
    {
        if (elements == 0 || _at < 0)
        {
            return -1;
        }

        if (index >= capacity)
        {
            _at = -1;
            Throw.VectorFull(capacity);
        }

        int slot = elements + (elementSize * index);
        CheckWritten(slot + elementSize);
        GeneratedBytes.StoreInt32(ref MemoryMarshal.GetReference(Destination), elements - 4, index + 1);
        return slot;
    }

    // The positions of a nested writer are inside the memory only if it is used with the payload of its table.
    private void CheckWritten(int end)
    {
        if (end > _at)
        {
            int written = _at;
            _at = -1;
            Throw.WriterOfOtherPayload(end, written);
        }
    }
}
