using Codec.Framing;
using Codec.Packets;

namespace Codec.Transport;

/// <summary>The memory of packets that wait to be sent: reused blocks, each of which is one write. Requires the connection's lock.</summary>
/// <remarks>
/// There are several blocks of one size, not one array that grows, because a block is still in the core's cache when it is written. For the same
/// reason, and to save memory, a block with a short array belongs to the thread that wrote it: connections that send single packets share it.
/// </remarks>
internal sealed class SendBuffer : IBufferWriter<byte>
{
    // The size of one write to a socket, in bytes, if that many wait. Smaller writes cost more for system calls than for copying. Writes of twice
    // this size were faster between sockets whose buffers grow. But if the receiver's buffer has a fixed size, as in many programs, they wait for
    // timers of the kernel: 3 MB per second over loopback.
    private const int BlockSize = 64 * 1024;

    // The smallest number of bytes that is worth a write while more packets wait. A block with fewer grows if a packet does not fit.
    private const int FullSize = BlockSize / 2;

    // The smallest array of a block with one packet. Most packets of games are shorter, so a connection that sends rarely needs no longer array.
    private const int SmallestArray = 512;

    // The longest array of a block that a thread keeps for the next connection that sends.
    private const int LongestSharedArray = 4096;

    // The number of arrays, each of at most twice a block's size, that a connection without a deadline keeps. Nothing calls Trim for such a
    // connection.
    private const int UntrimmedArrays = 4;

    // Stands for no block. It has no array, and never changes.
    private static readonly PacketBlock None = new();

    [ThreadStatic]
    private static PacketBlock? _ofThread;

    // Null in most connections, because the connections of a thread share one block.
    private Queue<PacketBlock>? _full;
    private Stack<PacketBlock>? _spares;
    private PacketBlock _tail = None;
    private int _spareArrays;

    // The number of arrays to keep. The shared pool loses some arrays that one thread returns and another rents, so renting an array for each block
    // would sometimes allocate.
    private int _keptArrays = UntrimmedArrays;

    /// <summary>Gets the number of bytes that wait.</summary>
    internal long Count { get; private set; }

    /// <summary>Gets whether as many bytes wait as one write takes.</summary>
    internal bool HasFullBlock => _full?.Count > 0;

    public void Advance(int count)
    {
        _tail.Count += count;
        _tail.Packets++;
        Count += count;
    }

    public Memory<byte> GetMemory(int sizeHint = 0)
    {
        Reserve(sizeHint);
        return _tail.Bytes.AsMemory(_tail.Count);
    }

    public Span<byte> GetSpan(int sizeHint = 0)
    {
        Reserve(sizeHint);
        return _tail.Bytes.AsSpan(_tail.Count);
    }

    /// <summary>Adds a packet, if the format is fast, and the packet is valid and fits in the current block. Never throws.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal bool TryAdd(uint id, ReadOnlySpan<byte> payload, PacketFormat format)
    {
        PacketBlock tail = _tail;
        byte[] bytes = tail.Bytes;
        int count = tail.Count;
        int size = PacketHeader.ByteCount + payload.Length;
        if (id > ushort.MaxValue || payload.Length > format.FastMaxPayloadSize || size > bytes.Length - count)
        {
            return false;
        }

        Span<byte> packet = bytes.AsSpan(count, size);
        format.WriteHeader(packet, id, payload.Length);
        payload.CopyTo(packet.Slice(PacketHeader.ByteCount));
        tail.Count = count + size;
        tail.Packets++;
        Count += size;
        return true;
    }

    /// <summary>Returns the free memory of the current block, perhaps none.</summary>
    internal Span<byte> GetFree()
    {
        if (_tail == None)
        {
            _tail = TakeSpare();
        }

        return _tail.Bytes.AsSpan(_tail.Count);
    }

    /// <summary>Keeps arrays for <paramref name="limit"/> bytes from now on. The caller must call <see cref="Trim"/> when the connection is idle.</summary>
    internal void KeepFor(int limit)
    {
        // Two more: a block that is being filled, and one that is being written.
        _keptArrays = Math.Max(UntrimmedArrays, (limit / BlockSize) + 2);
    }

    /// <summary>Returns every array that holds no packet.</summary>
    internal void Trim()
    {
        if (_tail.Count == 0)
        {
            _tail.ReturnArray();
            _tail = None;
        }

        ReturnSpares();
    }

    /// <summary>Returns the packet that was written last.</summary>
    internal Packet GetLast(int size, uint id, int headerSize) => new(_tail.Bytes, _tail.Count - size, size, id, headerSize);

    /// <summary>Returns the bytes of the packet that was written last.</summary>
    internal ArraySegment<byte> GetLastBytes(int size) => new(_tail.Bytes, _tail.Count - size, size);

    /// <summary>Removes the packet that was written last.</summary>
    internal void RemoveLast(int size)
    {
        _tail.Count -= size;
        _tail.Packets--;
        Count -= size;
    }

    /// <summary>Takes the block to write next. The caller owns it until it calls <see cref="Recycle"/>.</summary>
    internal PacketBlock Take()
    {
        PacketBlock block = _tail;
        if (_full?.Count > 0)
        {
            block = _full.Dequeue();
        }
        else
        {
            _tail = None;
        }

        Count -= block.Count;
        return block;
    }

    /// <summary>Adds the packets of a block, which the buffer owns from now on.</summary>
    internal void Append(PacketBlock block)
    {
        Count += block.Count;
        if (block.Count <= _tail.Bytes.Length - _tail.Count)
        {
            block.Memory.Span.CopyTo(_tail.Bytes.AsSpan(_tail.Count));
            _tail.Count += block.Count;
            _tail.Packets += block.Packets;
            Recycle(block);
            return;
        }

        if (_tail.Count > 0)
        {
            EndTail();
        }
        else if (_tail != None)
        {
            Recycle(_tail);
        }

        _tail = block;
    }

    /// <summary>Gives the blocks without packets to another buffer.</summary>
    internal void LendTo(SendBuffer other)
    {
        while (_spares?.Count > 0)
        {
            other.Recycle(TakeSpare());
        }
    }

    /// <summary>Keeps a written block for later packets.</summary>
    internal void Recycle(PacketBlock block)
    {
        block.Count = 0;
        block.Packets = 0;
        if (_ofThread is null && block.Bytes.Length <= LongestSharedArray)
        {
            _ofThread = block;
            return;
        }

        if (block.Bytes.Length > 2 * BlockSize || _spareArrays >= _keptArrays)
        {
            block.ReturnArray();
        }
        else if (block.Bytes.Length > 0)
        {
            _spareArrays++;
        }

        (_spares ??= new Stack<PacketBlock>()).Push(block);
    }

    /// <summary>Discards the waiting packets, and returns all memory.</summary>
    internal void Return()
    {
        _tail.ReturnArray();
        _tail = None;
        while (_full?.Count > 0)
        {
            _full.Dequeue().ReturnArray();
        }

        ReturnSpares();
        Count = 0;
    }

    private void ReturnSpares()
    {
        while (_spares?.Count > 0)
        {
            _spares.Pop().ReturnArray();
        }

        _spares = null;
        _spareArrays = 0;
    }

    private void Reserve(int sizeHint)
    {
        int needed = Math.Max(sizeHint, 1);
        if (needed > GetFree().Length)
        {
            MakeRoom(needed);
        }
    }

    private void MakeRoom(int sizeHint)
    {
        int needed = Math.Min(sizeHint, PacketFormat.LongestArray);
        if (_tail.Count >= FullSize || _tail.Count > PacketFormat.LongestArray - needed)
        {
            EndTail();
            _tail = TakeSpare();
        }

        if (needed > _tail.Bytes.Length - _tail.Count)
        {
            int least = _tail.Count == 0 ? SmallestArray : BlockSize;
            _tail.Grow(Math.Max(least, _tail.Count + needed));
        }
    }

    private void EndTail() => (_full ??= new Queue<PacketBlock>()).Enqueue(_tail);

    /// <summary>Returns a block of this connection, that of the thread, or a new one.</summary>
    private PacketBlock TakeSpare()
    {
        // The block of the thread stays with this connection if it becomes long. So it is taken only if the connection has no block at all, even without an
        // array: the connection never has more blocks than it used at the same time.
        PacketBlock block;
        if (_spares is null || _spares.Count == 0)
        {
            block = _ofThread ?? new PacketBlock();
            _ofThread = null;
            return block;
        }

        block = _spares.Pop();
        if (block.Bytes.Length > 0)
        {
            _spareArrays--;
        }

        return block;
    }
}
