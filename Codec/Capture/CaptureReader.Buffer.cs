using System;
using System.Buffers;

namespace Codec.Capture;

/// <content>The buffer, and how a capture ends.</content>
public sealed partial class CaptureReader
{
    /// <summary>The next record from the buffer, or the end; nothing where more bytes are needed.</summary>
    private CaptureStatus? TakeNext()
    {
        _current.IsThere = false;
        if (Error != CaptureError.None)
        {
            return StatusOf(Error);
        }

        while (Error == CaptureError.None)
        {
            Skip();
            _needed = 0;
            if (_skip == 0 && Parse())
            {
                RecordCount++;
                return CaptureStatus.Packet;
            }

            if (Error == CaptureError.None && (_needed != 0 || _start == _end))
            {
                if (!_atEnd)
                {
                    return null;
                }

                return AtEnd();
            }
        }

        return StatusOf(Error);
    }

    private CaptureStatus AtEnd()
    {
        if (_skip != 0)
        {
            Fail(CaptureError.Truncated, _skippedFrom);
        }
        else if (_start != _end)
        {
            Fail(CaptureError.Truncated, _offset);
        }
        else if (_offset == 0)
        {
            Fail(CaptureError.NotACapture, 0);
        }
        else
        {
            return CaptureStatus.End;
        }

        return StatusOf(Error);
    }

    private static CaptureStatus StatusOf(CaptureError error) =>
        error is CaptureError.Truncated ? CaptureStatus.Truncated : CaptureStatus.Invalid;

    private void Fail(CaptureError error, long offset)
    {
        Error = error;
        ErrorOffset = offset;
        if (_atEnd)
        {
            LostBytes = _offset + _end - _start - offset;
        }
        else
        {
            LostBytes = _stream.CanSeek ? _stream.Length - _stream.Position + _offset + _end - _start - offset : -1;
        }
    }

    /// <summary>Passes over what is left of a block that nobody needs, as far as it is in the buffer.</summary>
    private void Skip()
    {
        if (_skip > 0)
        {
            int count = (int)Math.Min(_skip, _end - _start);
            _skip -= count;
            Consume(count);
        }
    }

    private void Consume(int count)
    {
        _start += count;
        _offset += count;
    }

    private void Filled(int count)
    {
        _end += count;
        _atEnd = count == 0;
    }

    /// <summary>Moves what is left to the front of the buffer, and makes the buffer longer where a block needs it.</summary>
    private int MakeRoom()
    {
        int left = _end - _start;
        byte[] target = _needed > _buffer.Length ? ArrayPool<byte>.Shared.Rent(_needed) : _buffer;
        Buffer.BlockCopy(_buffer, _start, target, 0, left);
        if (target != _buffer)
        {
            ArrayPool<byte>.Shared.Return(_buffer);
            _buffer = target;
        }

        _start = 0;
        _end = left;
        return _buffer.Length - left;
    }
}
