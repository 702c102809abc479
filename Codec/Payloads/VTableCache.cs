namespace Codec.Payloads;

/// <summary>Finds the vtables of tables that were visited before. Not thread-safe.</summary>
internal sealed class VTableCache
{
    private const int LogSize = 10;

    // A payload with many different vtables is not searched for long. Its tables then share fewer of them.
    private const int MaxSteps = 16;

    private readonly VTable[] _vtables = new VTable[(1 << LogSize) + MaxSteps];
    private int _payload;

    // The last number of a vtable, by a hash of its position. An entry may be of another vtable, or of tables that were visited before.
    private readonly int[] _numbers = new int[256];

    /// <summary>Begins to unpack another payload.</summary>
    internal void Clear() => _payload++;

    /// <summary>Returns the vtable of tables with the same fields, or a place for it with the size 0.</summary>
    /// <param name="record">The record of the table in the shape.</param>
    /// <param name="fields">A bit for each field, which is set if the table has the field.</param>
    internal ref VTable Find(int record, ulong fields)
    {
        int at = (int)(((fields + (uint)record) * 0x9E37_79B9_7F4A_7C15) >> (64 - LogSize));
        for (int end = at + MaxSteps - 1; at < end && _vtables[at].Payload == _payload; at++)
        {
            if (_vtables[at].Record == record && _vtables[at].Fields == fields)
            {
                return ref _vtables[at];
            }
        }

        _vtables[at] = new VTable { Payload = _payload, Record = record, Fields = fields };
        return ref _vtables[at];
    }

    /// <summary>Returns a vtable's number. The positions of the numbered vtables are in an array, from an index on.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal int NumberOf(int[] positions, int vtable, int vtables, ref int different)
    {
        ref int number = ref _numbers[(vtable >> 1) & byte.MaxValue];
        if ((uint)number >= (uint)different || positions[vtables + number] != vtable)
        {
            number = different++;
            positions[vtables + number] = vtable;
        }

        return number;
    }

    /// <summary>A vtable. All sizes are in bytes.</summary>
    internal struct VTable
    {
        internal ulong Fields;
        internal int Payload;
        internal int Record;
        internal int Position;

        /// <summary>The size of the tables.</summary>
        internal int Size;

        /// <summary>The alignment of the position 4 bytes after the start of the tables.</summary>
        internal int Alignment;
    }
}
