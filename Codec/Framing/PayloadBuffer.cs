using System;
using System.Buffers;
using Codec.Packets;

namespace Codec.Framing;

/// <summary>A payload while it is written: in the output's own memory as long as that lasts, then in pooled memory.</summary>
internal sealed class PayloadBuffer(IBufferWriter<byte> output, PacketFormat format, ArrayPool<byte> pool) : IBufferWriter<byte>
{
    // Rented at least, where the output's piece is used up: most packets fit, and a payload written byte by byte does not move for each of them.
    private const int LeastRent = 256;

    private Memory<byte> _memory;
    private byte[]? _rented;
    private int _written;

    // How many bytes after the written ones the encoder has asked for: the rest may hold what someone else left there.
    private int _given;
    private bool _isOpen;

    public void Advance(int count)
    {
        if ((uint)count > (uint)_given)
        {
            Throw.AdvancedTooFar(count, _given);
        }

        if (count > format.MaxPayloadSize - _written)
        {
            Throw.PayloadTooLarge((long)_written + count, format.MaxPayloadSize);
        }

        _written += count;
        _given -= count;
    }

    public Memory<byte> GetMemory(int sizeHint = 0)
    {
        if (sizeHint < 0)
        {
            Throw.NegativeSizeHint(sizeHint);
        }

        if (!_isOpen)
        {
            Throw.PayloadClosed();
        }

        int used = format.HeaderSize + _written;
        if (_memory.Length - used < Math.Max(sizeHint, 1))
        {
            Grow(used, Math.Max(sizeHint, 1));
        }

        _given = _memory.Length - used;
        return _memory.Slice(used);
    }

    public Span<byte> GetSpan(int sizeHint = 0) => GetMemory(sizeHint).Span;

    internal void Open()
    {
        // No more than every packet takes: an output of bounded room would refuse it, and the others give what they have.
        _memory = output.GetMemory(format.HeaderSize);
        _written = 0;
        _isOpen = true;
    }

    /// <summary>Puts the header in front and hands the packet to the output.</summary>
    internal int Complete(uint id)
    {
        int size = format.HeaderSize + _written;
        format.WriteHeader(_memory.Span, id, _written);
        if (_rented is not null)
        {
            _memory.Span.Slice(0, size).CopyTo(output.GetSpan(size));
        }

        output.Advance(size);
        return size;
    }

    internal void Close()
    {
        _isOpen = false;
        _given = 0;
        _memory = default;
        if (_rented is { } rented)
        {
            _rented = null;
            pool.Return(rented);
        }
    }

    // Not in the output: asking it for more memory without advancing may take back what it gave before.
    private void Grow(int used, int count)
    {
        long needed = (long)used + count;
        long doubled = Math.Min(2L * used, PacketFormat.LongestArray);
        byte[] larger = pool.Rent((int)Math.Min(Math.Max(Math.Max(needed, doubled), LeastRent), int.MaxValue));
        _memory.Span.Slice(0, used).CopyTo(larger);
        if (_rented is not null)
        {
            pool.Return(_rented);
        }

        _rented = larger;
        _memory = larger;
    }
}
