using System;

namespace Codec.Capture;

/// <content>The buffer, and how a capture ends.</content>
public sealed partial class CaptureReader
{
    /// <summary>The next record from the buffer, or the end; nothing where more bytes are needed.</summary>
    private CaptureStatus? TakeNext()
    {
        _current.IsThere = false;
        _usual = -1;
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

            if (Error == CaptureError.None && (_needed != 0 || _buffer.Count == 0))
            {
                if (!_buffer.IsAtEnd)
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
        else if (_buffer.Count != 0)
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
        if (_buffer.IsAtEnd)
        {
            LostBytes = _offset + _buffer.Count - offset;
        }
        else
        {
            LostBytes = _stream.CanSeek ? _stream.Length - _stream.Position + _offset + _buffer.Count - offset : -1;
        }
    }

    /// <summary>Passes over what is left of a block that nobody needs, as far as it is in the buffer.</summary>
    private void Skip()
    {
        if (_skip > 0)
        {
            int count = (int)Math.Min(_skip, _buffer.Count);
            _skip -= count;
            Consume(count);
        }
    }

    private void Consume(int count)
    {
        _buffer.Consume(count);
        _offset += count;
    }
}
