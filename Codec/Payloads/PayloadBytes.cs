using Codec.Packets;

namespace Codec.Payloads;

/// <summary>The memory of a payload that is being packed or unpacked. Not thread-safe.</summary>
/// <param name="pool">The pool of the memory.</param>
internal sealed class PayloadBytes(ArrayPool<byte> pool)
{
    // In bytes: enough for most messages.
    private const int FirstSize = 1024;

    private const int FirstCleared = 256;

    // Numbers are loaded with 8 bytes each, and four at once.
    private const int Slack = 32;

    private long _limit;

    // The bytes from Count to this one are zero.
    private int _clean;

    /// <summary>Gets the bytes. The array changes when it grows.</summary>
    internal byte[] Bytes { get; private set; } = [];

    /// <summary>Gets the size of the payload in bytes.</summary>
    internal int Count { get; private set; }

    /// <summary>Gets whether the memory is so large that it should not be kept.</summary>
    internal bool IsLarge => Bytes.Length > PayloadWalk.MaxKept;

    internal ReadOnlySpan<byte> Written => Bytes.AsSpan(0, Count);

    /// <summary>Begins a payload.</summary>
    /// <param name="limit">Its largest size in bytes.</param>
    /// <param name="expected">The bytes that are allocated at once.</param>
    internal void Begin(long limit, long expected = 0)
    {
        Truncate(0);
        _limit = Math.Min(limit, PacketFormat.LongestArray - Slack);
        if (Math.Min(_limit, expected) > Bytes.Length - Slack)
        {
            Grow(Math.Max(FirstSize, expected));
        }
    }

    /// <summary>Copies a payload.</summary>
    internal void Set(ReadOnlySpan<byte> payload)
    {
        Begin(payload.Length, payload.Length);
        payload.CopyTo(Bytes);
        Count = payload.Length;
        _clean = Count;
    }

    /// <summary>Removes the bytes after a size in bytes.</summary>
    internal void Truncate(int size)
    {
        Count = size;
        _clean = size;
    }

    /// <summary>Appends bytes, which are zero.</summary>
    /// <param name="size">How many.</param>
    /// <param name="alignment">The alignment of the byte after the first <paramref name="before"/> bytes.</param>
    /// <param name="before">The number of bytes in front of the aligned one.</param>
    /// <returns>The index of the first; -1 if the payload is larger than the limit.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal int Reserve(long size, int alignment, int before)
    {
        long start = ((Count + (long)before + alignment - 1) & -alignment) - before;
        long end = start + size;
        if (end > _clean && !Clean(end))
        {
            return -1;
        }

        Count = (int)end;
        return (int)start;
    }

    /// <summary>Returns large memory to the pool.</summary>
    internal void Trim()
    {
        if (IsLarge)
        {
            Release();
        }
    }

    /// <summary>Returns the memory to the pool.</summary>
    internal void Release()
    {
        byte[] old = Bytes;
        Bytes = [];
        Truncate(0);
        if (old.Length > 0)
        {
            pool.Return(old);
        }
    }

    /// <summary>Follows an offset inside the payload. The result may be outside.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
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
        int offset = OffsetOf(vtable, entry);
        return offset == 0 || table + offset > Count - size ? -1 : table + offset;
    }

    /// <summary>Returns the offset of a field in its table; 0 if it is missing.</summary>
    internal int OffsetOf(int vtable, int entry) => ScalarColumn.Load16(Bytes, vtable) >= entry + 2 ? ScalarColumn.Load16(Bytes, vtable + entry) : 0;

    // Clears as many bytes again as there are, so that few calls are needed.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool Clean(long end)
    {
        if (end > _limit)
        {
            return false;
        }

        if (end > Bytes.Length - Slack)
        {
            Grow(Math.Max(end, Math.Max(FirstSize, 2L * Bytes.Length)));
        }

        int clean = (int)Math.Min(Math.Min(_limit, Bytes.Length - Slack), Math.Max(end, Math.Max(FirstCleared, 2L * _clean)));
        Array.Clear(Bytes, _clean, clean - _clean);
        _clean = clean;
        return true;
    }

    private void Grow(long size)
    {
        byte[] larger = pool.Rent((int)Math.Min(_limit, size) + Slack);
        int count = Count;
        Buffer.BlockCopy(Bytes, 0, larger, 0, count);
        Release();
        Bytes = larger;
        Truncate(count);
    }
}
