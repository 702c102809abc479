using System;
using System.Buffers;
using Codec.Compat;
using Codec.Packets;

namespace Codec.Framing;

/// <content>What is off the fast path: split packets, other formats, errors.</content>
public sealed partial class PacketPushDecoder
{
    private OperationStatus ReadOther(scoped ref ReadOnlySpan<byte> chunk, out Packet packet)
    {
        ThrowIfDisposed();
        packet = default;
        if (Error != PacketError.None)
        {
            return OperationStatus.InvalidData;
        }

        return _start == _end ? ReadFromChunk(ref chunk, out packet) : ReadFromBuffer(ref chunk, out packet);
    }

    private OperationStatus ReadFromChunk(scoped ref ReadOnlySpan<byte> chunk, out Packet packet)
    {
        packet = default;
        ReleaseIfLarge();
        PacketExtent extent = Format.Measure(chunk, chunk.Length);
        switch ((OperationStatus)extent.Status)
        {
            case OperationStatus.Done:
                packet = new Packet(chunk.Slice(0, extent.Length), extent.Id, Format.HeaderSize);
                chunk = chunk.Slice(extent.Length);
                Count(extent.Length);
                return OperationStatus.Done;
            case OperationStatus.NeedMoreData:
                _pending = extent;
                Keep(chunk);
                chunk = default;
                Report();
                return OperationStatus.NeedMoreData;
            default:
                Hint = PacketHints.Guess(chunk, Format);
                Fail(extent.Error);
                return OperationStatus.InvalidData;
        }
    }

    private OperationStatus ReadFromBuffer(scoped ref ReadOnlySpan<byte> chunk, out Packet packet)
    {
        packet = default;
        while (_pending.Length == 0)
        {
            int buffered = _end - _start;
            _pending = Format.Measure(_buffer.AsSpan(_start, buffered), buffered);
            if (_pending.Status == (byte)OperationStatus.InvalidData)
            {
                Fail(_pending.Error);
                return OperationStatus.InvalidData;
            }

            // Judged anew with each byte of it: the size may be whole before the header is.
            if (_pending.Length == 0 && !TryTake(ref chunk, Format.HeaderSize - buffered) && _end - _start == buffered)
            {
                Report();
                return OperationStatus.NeedMoreData;
            }
        }

        int missing = _pending.Length - (_end - _start);
        if (missing > 0 && !TryTake(ref chunk, ShouldKeepAll(chunk.Length) ? Math.Max(missing, chunk.Length) : missing))
        {
            Report();
            return OperationStatus.NeedMoreData;
        }

        packet = new Packet(_buffer, _start, _pending.Length, _pending.Id, Format.HeaderSize);
        _start += _pending.Length;
        Count(_pending.Length);
        _pending = default;
        if (_start == _end)
        {
            // The bytes stay where they are until the next call needs the buffer.
            _start = 0;
            _end = 0;
            _fastMaxPayloadSize = Format.FastMaxPayloadSize;
        }

        return OperationStatus.Done;
    }

    /// <summary>Whether to keep all of a chunk that completes the packet in the buffer, instead of just what the packet lacks.</summary>
    /// <remarks>
    /// What follows the packet is decoded in place, without a copy. But a chunk of less than two such packets ends with a cut one as well:
    /// of its bytes most would be copied anyway, in two pieces of ever-changing lengths, which takes longer than all of them at once.
    /// </remarks>
    private bool ShouldKeepAll(int chunkLength) =>
        chunkLength - _pending.Length < _pending.Length && chunkLength <= Math.Min(_buffer.Length, _limit) - (_end - _start);

    /// <summary>Moves missing bytes from the chunk to the buffer; false where the chunk has fewer.</summary>
    private bool TryTake(scoped ref ReadOnlySpan<byte> chunk, int missing)
    {
        if (missing <= 0)
        {
            return true;
        }

        ReadOnlySpan<byte> taken = chunk.Slice(0, Math.Min(missing, chunk.Length));
        Keep(taken);
        chunk = chunk.Slice(taken.Length);
        return taken.Length == missing;
    }

    private void Keep(ReadOnlySpan<byte> bytes)
    {
        if (bytes.IsEmpty)
        {
            return;
        }

        if (bytes.Length > _buffer.Length - _end)
        {
            MakeRoom(bytes.Length);
        }

        bytes.CopyTo(_buffer.AsSpan(_end));
        _end += bytes.Length;
        _fastMaxPayloadSize = -1;
    }

    private void MakeRoom(int count)
    {
        int buffered = _end - _start;

        // Moved to the front only where at least as much was taken as is moved: so each byte moves once at most, on average.
        if (buffered <= _start && count <= _buffer.Length - buffered)
        {
            _buffer.AsSpan(_start, buffered).CopyTo(_buffer);
        }
        else
        {
            int needed = buffered + count;

            // Up to twice the limit: then what is full to the limit, too, is moved only where as much was taken before.
            byte[] larger = _pool.Rent((int)Math.Max(Math.Max(needed, FirstBufferSize), Math.Min(2L * Math.Min(_buffer.Length, _limit), PacketFormat.LongestArray)));
            _buffer.AsSpan(_start, buffered).CopyTo(larger);
            ReturnBuffer();
            _buffer = larger;
        }

        _start = 0;
        _end = buffered;
    }

    private PacketError Fail(PacketError error)
    {
        if (_end > _start)
        {
            Hint = PacketHints.Guess(_buffer.AsSpan(_start, Math.Min(_end - _start, PacketFormat.LargestHeaderSize)), Format, error, _position);
        }

        Error = error;
        _pending = default;
        _fastMaxPayloadSize = -1;
        ReturnBuffer();
        Report();
        PacketCounters.CountError(error);
        return error;
    }

    private void Count(int length)
    {
        _position += length;
        _packets++;
    }

    private void Report()
    {
        _reported.Advance(_packets, _position);
    }

    private void ReleaseIfLarge()
    {
        if (_buffer.Length > KeptBufferSize)
        {
            ReturnBuffer();
        }
    }

    private void ReturnBuffer()
    {
        byte[] buffer = _buffer;
        _buffer = [];
        _start = 0;
        _end = 0;
        if (buffer.Length > 0)
        {
            _pool.Return(buffer);
        }
    }

    private void ThrowIfDisposed()
    {
        if (_disposed)
        {
            Throw.Disposed(nameof(PacketPushDecoder));
        }
    }
}
