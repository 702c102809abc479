using Codec.Packets;

namespace Codec.Payloads;

/// <summary>The memory of a payload that is being packed or unpacked. Not thread-safe.</summary>
/// <param name="pool">The pool of the memory.</param>
internal sealed class PayloadBytes(ArrayPool<byte> pool)
{
    // In bytes: enough for most messages.
    private const int FirstSize = 1024;

    // Every number is loaded with 8 bytes.
    private const int Slack = 8;

    private long _limit;

    /// <summary>Gets the bytes. After <see cref="Count"/>, they are zero while the payload is being unpacked. The array changes when it grows.</summary>
    internal byte[] Bytes { get; private set; } = [];

    /// <summary>Gets the size of the payload in bytes.</summary>
    internal int Count { get; private set; }

    /// <summary>Gets whether the memory is so large that it should not be kept.</summary>
    internal bool IsLarge => Bytes.Length > PayloadWalk.MaxKept;

    internal ReadOnlySpan<byte> Written => Bytes.AsSpan(0, Count);

    /// <summary>Begins a payload of at most a number of bytes.</summary>
    internal void Begin(long limit)
    {
        Array.Clear(Bytes, 0, Count);
        Count = 0;
        _limit = Math.Min(limit, PacketFormat.LongestArray - Slack);
    }

    /// <summary>Copies a payload.</summary>
    internal void Set(ReadOnlySpan<byte> payload)
    {
        Begin(payload.Length);
        Reserve(payload.Length, 1, 0);
        payload.CopyTo(Bytes);
    }

    /// <summary>Removes the bytes after a size in bytes.</summary>
    internal void Truncate(int size)
    {
        Array.Clear(Bytes, size, Count - size);
        Count = size;
    }

    /// <summary>Appends bytes, which are zero.</summary>
    /// <param name="size">How many.</param>
    /// <param name="alignment">The alignment of the byte after the first <paramref name="before"/> bytes.</param>
    /// <param name="before">The number of bytes in front of the aligned one.</param>
    /// <returns>The index of the first; -1 if the payload is larger than the limit.</returns>
    internal int Reserve(long size, int alignment, int before)
    {
        long start = ((Count + (long)before + alignment - 1) & -alignment) - before;
        long end = start + size;
        if (end > _limit)
        {
            return -1;
        }

        if (end > Bytes.Length - Slack)
        {
            Grow(end);
        }

        Count = (int)end;
        return (int)start;
    }

    /// <summary>Returns the memory to the pool.</summary>
    internal void Release()
    {
        byte[] old = Bytes;
        Bytes = [];
        Count = 0;
        if (old.Length > 0)
        {
            pool.Return(old);
        }
    }

    /// <summary>Follows an offset inside the payload. The result may be outside.</summary>
    internal long Target(int slot) => slot + (long)ScalarColumn.Load32(Bytes, slot);

    /// <summary>Follows an offset to a table.</summary>
    /// <returns>Whether the table and its vtable are inside the payload.</returns>
    internal bool FindTable(int slot, out int table, out int vtable)
    {
        long at = Target(slot);
        table = (int)at;
        vtable = 0;
        if (at > Count - 4)
        {
            return false;
        }

        long start = at - (int)ScalarColumn.Load32(Bytes, table);
        vtable = (int)start;
        if (start < 0 || start > Count - 4)
        {
            return false;
        }

        int length = ScalarColumn.Load16(Bytes, vtable);
        return length >= 4 && start + length <= Count;
    }

    /// <summary>Follows an offset to a vector.</summary>
    /// <returns>Whether the vector is inside the payload.</returns>
    internal bool FindVector(int slot, int elementSize, out int start, out int length)
    {
        long first = slot < 0 ? long.MaxValue : Target(slot) + 4;
        start = 0;
        length = 0;
        if (first > Count || ScalarColumn.Load32(Bytes, (int)first - 4) * (ulong)elementSize > (ulong)(Count - first))
        {
            return false;
        }

        start = (int)first;
        length = (int)ScalarColumn.Load32(Bytes, start - 4);
        return true;
    }

    /// <summary>Finds the value of a field in a table; -1 if it is missing.</summary>
    internal int Find(int table, int vtable, int entry, int size)
    {
        int offset = OffsetOf(Bytes, vtable, entry);
        return offset == 0 || table + offset > Count - size ? -1 : table + offset;
    }

    /// <summary>Finds the value of a field in each table; -1 if it is missing.</summary>
    /// <param name="positions">The memory for the positions.</param>
    /// <param name="tables">The index of the tables' positions, after which those of their vtables follow; -1 for a missing table.</param>
    /// <param name="count">The number of tables.</param>
    /// <param name="entry">The offset of the entry in the vtable.</param>
    /// <param name="size">The size of the value in bytes.</param>
    /// <param name="to">The index of the positions of the values, which are written.</param>
    internal void Find(int[] positions, int tables, int count, int entry, int size, int to)
    {
        byte[] bytes = Bytes;
        int end = Count - size;
        int known = -1;
        int offset = 0;
        for (int i = 0; i < count; i++)
        {
            int table = positions[tables + i];
            int vtable = positions[tables + count + i];
            if (table >= 0 && vtable != known)
            {
                known = vtable;
                offset = OffsetOf(bytes, vtable, entry);
            }

            positions[to + i] = table < 0 || offset == 0 || table + offset > end ? -1 : table + offset;
        }
    }

    /// <summary>Returns the offset of a field in its table; 0 if it is missing.</summary>
    private static int OffsetOf(byte[] bytes, int vtable, int entry) =>
        ScalarColumn.Load16(bytes, vtable) >= entry + 2 ? ScalarColumn.Load16(bytes, vtable + entry) : 0;

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Grow(long size)
    {
        byte[] larger = pool.Rent((int)Math.Min(_limit, Math.Max(size, Math.Max(FirstSize, 2L * Bytes.Length))) + Slack);
        int count = Count;
        Buffer.BlockCopy(Bytes, 0, larger, 0, count);
        Array.Clear(larger, count, larger.Length - count);
        Release();
        Bytes = larger;
        Count = count;
    }
}
