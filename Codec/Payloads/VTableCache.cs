namespace Codec.Payloads;

/// <summary>The vtables of a payload that is being unpacked, which tables with the same fields share. Not thread-safe.</summary>
internal sealed class VTableCache
{
    private const int Heads = 64;

    // A payload with many different vtables is not searched for long. Its tables then share fewer of them.
    private const int MaxSteps = 16;
    private const int MaxKept = 4096;

    private readonly int[] _heads = new int[Heads];
    private VTable[] _vtables = new VTable[16];
    private int _count;

    internal void Clear()
    {
        Array.Clear(_heads, 0, Heads);
        _count = 0;
        if (_vtables.Length > MaxKept)
        {
            _vtables = new VTable[MaxKept];
        }
    }

    /// <summary>Returns the vtable of a table.</summary>
    /// <param name="record">The record of the table in the shape.</param>
    /// <param name="fields">A bit for each field, which is set if the table has the field.</param>
    /// <param name="vtable">The vtable, or the default value.</param>
    internal bool TryGet(int record, ulong fields, out VTable vtable)
    {
        int steps = 0;
        for (int i = _heads[Hash(record, fields)]; i != 0 && steps < MaxSteps; steps++)
        {
            vtable = _vtables[i - 1];
            if (vtable.Record == record && vtable.Fields == fields)
            {
                return true;
            }

            i = vtable.Next;
        }

        vtable = default;
        return false;
    }

    internal void Add(VTable vtable)
    {
        if (_count == _vtables.Length)
        {
            Array.Resize(ref _vtables, 2 * _count);
        }

        ref int head = ref _heads[Hash(vtable.Record, vtable.Fields)];
        vtable.Next = head;
        _vtables[_count++] = vtable;
        head = _count;
    }

    private static int Hash(int record, ulong fields) => (int)(((fields + (uint)record) * 0x9E37_79B9_7F4A_7C15) >> 58);

    /// <summary>A vtable. All sizes are in bytes.</summary>
    internal struct VTable
    {
        internal ulong Fields;
        internal int Record;
        internal int Position;

        /// <summary>The size of the tables.</summary>
        internal int Size;

        /// <summary>The alignment of the position 4 bytes after the start of the tables.</summary>
        internal int Alignment;

        /// <summary>The number, from 1, of the next vtable with the same hash; 0 for none.</summary>
        internal int Next;
    }
}
