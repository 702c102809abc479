using System;
using System.Diagnostics;

namespace Codec.Streams;

/// <content>The buffer writer: gives the rest of the chunk, or where that is too short a scratch array, which is then copied into chunks.</content>
public sealed partial class ChunkedByteStream
{
    /// <inheritdoc/>
    public override Memory<byte> GetMemory(int sizeHint = 0)
    {
        bool inWindow = Give(sizeHint);
        return inWindow ? new Memory<byte>(_window, _offset, _given) : new Memory<byte>(_scratch, 0, _given);
    }

    /// <inheritdoc/>
    public override Span<byte> GetSpan(int sizeHint = 0)
    {
        bool inWindow = Give(sizeHint);
        return inWindow ? new Span<byte>(_window, _offset, _given) : new Span<byte>(_scratch, 0, _given);
    }

    /// <inheritdoc/>
    public override void Advance(int count)
    {
        if (count < 0)
        {
            Throw.NegativeArgument(nameof(count), count);
        }

        CheckOpen();
        if (count > _given)
        {
            Throw.AdvancedTooFar(count, _given);
        }

        if (count == 0)
        {
            ReturnScratch();
            return;
        }

        if (_scratch is { } scratch)
        {
            _scratch = null;
            try
            {
                WriteCore(new ReadOnlySpan<byte>(scratch, 0, count));
            }
            finally
            {
                Return(scratch);
            }

            return;
        }

        _offset += count;
        WroteToOffset();
    }

    /// <returns>Whether what is given lies in the window rather than in the scratch.</returns>
    private bool Give(int sizeHint)
    {
        if (sizeHint < 0)
        {
            Throw.NegativeArgument(nameof(sizeHint), sizeHint);
        }

        int needed = Math.Max(sizeHint, 1);
        if (_scratch is not null)
        {
            ReturnScratch();
        }

        if (needed > _windowLength - _offset)
        {
            MakeRoom(1);
            if (needed > _windowLength - _offset)
            {
                long position = _windowStart + _offset;
                if (needed > MaxLength - position)
                {
                    Throw.StreamTooLong((ulong)position + (ulong)needed, MaxLength);
                }

                byte[] scratch = Rent(needed);
                _given = (int)Math.Min(scratch.Length, MaxLength - position);
                _scratch = scratch;
                return false;
            }
        }

        Debug.Assert(_offset < _windowLength, "Room was made.");
        _given = _windowLength - _offset;
        return true;
    }
}
