namespace Codec.Transport;

/// <summary>The last bytes that a side of a session has sent, in a ring. Offsets count from the start of the session. Not thread-safe.</summary>
internal sealed class KeptBytes(int window)
{
    // How many more bytes are kept while no read waits, because only a read finds acknowledgments: more than a handler usually sends.
    private const int Extra = 1024 * 1024;

    private byte[] _ring = [];
    private long _start;
    private long _acknowledged;
    private long _dataEnd;

    /// <summary>Gets the offset of the first byte that the transport has not taken.</summary>
    internal long Sent { get; private set; }

    internal long End { get; private set; }
    internal long Count => End - _start;

    /// <summary>Returns whether bytes can be kept. If only acknowledgments are kept, they always can, because the peer does not acknowledge these.</summary>
    internal bool HasRoom(int count) => _dataEnd <= _start || Count + count <= window;

    internal void AddData(ReadOnlySpan<byte> bytes, bool discards)
    {
        // The oldest sent bytes are discarded if far too many are kept. A peer that lacks them cannot continue.
        _start = discards ? Math.Max(_start, Math.Min(Sent, End - Extra - window)) : _start;
        Add(bytes);
        _dataEnd = End;
    }

    internal void Add(ReadOnlySpan<byte> bytes)
    {
        int needed = checked((int)Count + bytes.Length);
        if (needed > _ring.Length)
        {
            Grow(needed);
        }

        int at = (int)(End % _ring.Length);
        int first = Math.Min(bytes.Length, _ring.Length - at);
        bytes.Slice(0, first).CopyTo(_ring.AsSpan(at));
        bytes.Slice(first).CopyTo(_ring);
        End += bytes.Length;
    }

    /// <summary>Returns bytes that were not sent, up to the end of the ring. They do not change until they were sent.</summary>
    internal ReadOnlyMemory<byte> GetUnsent()
    {
        int at = Sent == End ? 0 : (int)(Sent % _ring.Length);
        return new ReadOnlyMemory<byte>(_ring, at, (int)Math.Min(End - Sent, _ring.Length - at));
    }

    internal void Advance(int count)
    {
        Sent += count;
        Free();
    }

    /// <summary>Frees what the peer has received. A lower count than an earlier one changes nothing.</summary>
    /// <returns><see langword="false"/> if there are not that many bytes.</returns>
    internal bool TryAcknowledge(ulong count)
    {
        if (count > (ulong)End)
        {
            return false;
        }

        _acknowledged = Math.Max(_acknowledged, (long)count);
        Free();
        return true;
    }

    /// <summary>Returns whether a peer that has received a number of bytes lacks only bytes that are kept.</summary>
    internal bool CanContinue(ulong count) => count >= (ulong)_start && count <= (ulong)End;

    /// <summary>Sends again what a peer lacks, from the number of bytes that it has received.</summary>
    internal void Continue(ulong count)
    {
        Sent = (long)count;
        _ = TryAcknowledge(count);
    }

    /// <summary>Returns the memory if nothing is kept. If nothing is sent again, sent bytes are discarded.</summary>
    internal void Trim(bool discards)
    {
        _start = discards && Sent == End ? End : _start;
        _ring = _start == End ? [] : _ring;
    }

    // A write may still use the old ring, so its bytes are copied and not moved.
    private void Grow(int needed)
    {
        byte[] ring = new byte[Math.Max(needed, (int)Math.Min(2L * _ring.Length, window))];
        for (long at = _start; at < End;)
        {
            int from = (int)(at % _ring.Length);
            int to = (int)(at % ring.Length);
            int count = (int)Math.Min(End - at, Math.Min(_ring.Length - from, ring.Length - to));
            Buffer.BlockCopy(_ring, from, ring, to, count);
            at += count;
        }

        _ring = ring;
    }

    private void Free() => _start = Math.Max(_start, Math.Min(_acknowledged, Sent));
}
