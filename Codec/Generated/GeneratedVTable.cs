namespace Codec.Generated;

/// <summary>The last vtable that generated code wrote for the tables of a vector. The next table with the same fields shares it.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public struct GeneratedVTable
{
    /// <summary>The bit of a shape that excludes sharing the vtable with another table.</summary>
    public const ulong Unshared = 1UL << 63;

    private int _position;
    private ulong _shape;

    /// <summary>Gets the position of the vtable in bytes, or 0 if none has been written yet.</summary>
    public readonly int Position => _position;

    /// <summary>Gets a value indicating whether the vtable is that of a table with all of its fields.</summary>
    public readonly bool IsWhole
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => _shape == 0 && _position != 0;
    }

    /// <summary>Returns whether a table can share the vtable.</summary>
    /// <param name="shape">The fields that the table lacks: a bit for each entry of the vtable after the sizes.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly bool Has(ulong shape) => _position != 0 && _shape == shape && shape < Unshared;

    /// <summary>Registers a vtable that was written with all of its fields, and removes the fields that the table does not have.</summary>
    /// <param name="origin">The payload's first byte.</param>
    /// <param name="position">The position of the vtable.</param>
    /// <param name="size">Its size in bytes, with padding.</param>
    /// <param name="shape">The fields that the table lacks.</param>
    /// <returns>The end of the vtable.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int Set(ref byte origin, int position, int size, ulong shape)
    {
        _position = position;
        _shape = shape;
        if (shape != 0)
        {
            Omit(ref origin, position, shape & ~Unshared);
        }

        return position + size;
    }

    private static void Omit(ref byte origin, int vtable, ulong shape)
    {
        for (int entry = vtable + 4; shape != 0; entry += 2, shape >>= 1)
        {
            if ((shape & 1) != 0)
            {
                GeneratedBytes.StoreUInt16(ref origin, entry, 0);
            }
        }
    }
}
