using System;
using System.Buffers;
using Codec.Packets;

namespace Codec.Transport;

/// <summary>Packets that wait to be sent, in blocks that are one write each and are used again. The connection's lock guards it.</summary>
/// <remarks>Blocks of one size instead of one array that grows: what is filled is still in the core's cache when it is written.</remarks>
internal sealed class SendQueue : IBufferWriter<byte>
{
    // What one write to a socket should carry when there is enough: below, the calls to the kernel cost more than the copying. Twice as much was
    // faster between sockets whose buffers grow, but waits for timers of the kernel's where the receiver's buffer has a fixed size, as many programs
    // give it: 3 MB a second over loopback.
    private const int BlockSize = 64 * 1024;

    // Less than this is not worth a write while more is coming; a block with less grows when a packet does not fit.
    internal const int FullSize = BlockSize / 2;

    // An idle connection keeps this many arrays of at most twice a block's size.
    private const int IdleArrays = 4;

    private SendBlock _tail = new();
    private SendBlock? _firstFull;
    private SendBlock? _lastFull;
    private SendBlock? _spare;
    private int _spareArrays;

    // The shared pool loses some of the arrays that one thread returns and another rents: who took each block's from it would allocate now and then.
    private int _keptArrays = IdleArrays;

    /// <summary>The bytes that wait.</summary>
    internal long Count { get; private set; }

    /// <summary>Whether a block waits to which nothing will be added, or little.</summary>
    internal bool HasFullBlock => _firstFull is not null || _tail.Count >= BlockSize;

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

    /// <summary>Keeps arrays for as many bytes as may wait, from now on: somebody calls <see cref="Trim"/> when the connection is idle.</summary>
    internal void KeepFor(int limit)
    {
        // One more is being filled, and one written.
        _keptArrays = Math.Max(IdleArrays, (limit / BlockSize) + 2);
    }

    /// <summary>Gives the arrays back that an idle connection does not keep.</summary>
    internal void Trim()
    {
        int arrays = 0;
        for (SendBlock? block = _spare; block is not null; block = block.Next)
        {
            // Those that are taken next stay.
            if (block.Bytes.Length > 0 && ++arrays > IdleArrays)
            {
                block.ReturnArray();
                _spareArrays--;
            }
        }
    }

    /// <summary>Takes the block that is written next; it is the caller's until it is recycled.</summary>
    internal SendBlock Take()
    {
        SendBlock? block = _firstFull;
        if (block is null)
        {
            block = _tail;
            _tail = TakeSpare();
        }
        else
        {
            _firstFull = block.Next;
            block.Next = null;
        }

        Count -= block.Count;
        return block;
    }

    internal void Recycle(SendBlock block)
    {
        block.Count = 0;
        block.Packets = 0;
        if (block.Bytes.Length > 2 * BlockSize || _spareArrays >= _keptArrays)
        {
            block.ReturnArray();
        }
        else if (block.Bytes.Length > 0)
        {
            _spareArrays++;
        }

        block.Next = _spare;
        _spare = block;
    }

    /// <summary>Drops what waits, and gives all memory back.</summary>
    internal void Return()
    {
        _tail.ReturnArray();
        _tail.Count = 0;
        for (SendBlock? block = _firstFull; block is not null; block = block.Next)
        {
            block.ReturnArray();
        }

        for (SendBlock? block = _spare; block is not null; block = block.Next)
        {
            block.ReturnArray();
        }

        _firstFull = _spare = null;
        _spareArrays = 0;
        Count = 0;
    }

    private void Reserve(int sizeHint)
    {
        int needed = Math.Max(sizeHint, 1);
        if (needed > _tail.Bytes.Length - _tail.Count)
        {
            MakeRoom(needed);
        }
    }

    private void MakeRoom(int needed)
    {
        if (_tail.Count >= FullSize)
        {
            if (_firstFull is null)
            {
                _firstFull = _tail;
            }
            else
            {
                _lastFull!.Next = _tail;
            }

            _lastFull = _tail;
            _tail = TakeSpare();
        }

        if (needed > _tail.Bytes.Length - _tail.Count)
        {
            _tail.Grow((int)Math.Min(Math.Max(BlockSize, (long)_tail.Count + needed), PacketFormat.LongestArray));
        }
    }

    private SendBlock TakeSpare()
    {
        SendBlock? block = _spare;
        if (block is null)
        {
            return new SendBlock();
        }

        _spare = block.Next;
        block.Next = null;
        if (block.Bytes.Length > 0)
        {
            _spareArrays--;
        }

        return block;
    }
}
