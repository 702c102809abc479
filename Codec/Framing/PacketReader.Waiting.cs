using System;
using System.Buffers;
using System.IO.Pipelines;
using System.Runtime.CompilerServices;
using System.Threading;
using System.Threading.Tasks;
using System.Threading.Tasks.Sources;
using Codec.Compat;
using Codec.Packets;

namespace Codec.Framing;

/// <content>What is off the fast path: packets in several segments, the pipe's reads, errors and ends.</content>
/// <remarks>The reader is its own reusable task source, because an async method would allocate its state on each wait on netstandard.</remarks>
public sealed partial class PacketReader : IValueTaskSource<PacketReadResult>
{
    private readonly Action _continue;
    private ManualResetValueTaskSourceCore<PacketReadResult> _source;
    private ConfiguredValueTaskAwaitable<ReadResult>.ConfiguredValueTaskAwaiter _pending;
    private CancellationToken _cancellation;

    // The packet at the cursor, where its header was measured and its payload is not all there: so that it is measured once.
    private PacketExtent _awaited;
    private bool _holdsBuffer;
    private bool _hasEnded;
    private bool _wasCanceled;

    // Whether a buffer is held that is neither the last one nor a cancelled read's.
    private bool _hasMoreToCome;

    /// <summary>The token of the read that waits.</summary>
    internal short WaitVersion => _source.Version;

    /// <inheritdoc/>
    PacketReadResult IValueTaskSource<PacketReadResult>.GetResult(short token) => _source.GetResult(token);

    /// <inheritdoc/>
    ValueTaskSourceStatus IValueTaskSource<PacketReadResult>.GetStatus(short token) => _source.GetStatus(token);

    /// <inheritdoc/>
    void IValueTaskSource<PacketReadResult>.OnCompleted(
        Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
        _source.OnCompleted(continuation, state, token, flags);

    /// <summary>Reads a packet that the current segment does not hold as a whole.</summary>
    /// <param name="packed">The 32 bits of the header, and 0 where they are not there.</param>
    /// <param name="length">What they say as a packet's length in the default format, unjudged; 0 where they are not there.</param>
    /// <param name="cancellationToken">Stops waiting.</param>
    private ValueTask<PacketReadResult> ReadOtherAsync(uint packed, int length, CancellationToken cancellationToken)
    {
        if (_use != Idle)
        {
            RefuseRead();
        }

        _version++;
        if (cancellationToken.IsCancellationRequested)
        {
            return new ValueTask<PacketReadResult>(Task.FromCanceled<PacketReadResult>(cancellationToken));
        }

        // Where a busy connection's packets are cut: the header is known and accepted, and what the pipe has at hand begins with the packet.
        if (length > 0 && (ushort)packed <= _fastMaxPayloadSize && _hasMoreToCome && _cursor.IsInLastSegment)
        {
            Release();
#pragma warning disable CA2012 // It is asked once: here or, through its awaiter, in ContinueRead, which also puts what was thrown into the task.
            ValueTask<ReadResult> read = _pipe.ReadAsync(cancellationToken);
            if (!read.IsCompletedSuccessfully)
            {
                _awaited = PacketExtent.PayloadMissing(packed >> 16, length);
                _pending = read.ConfigureAwait(false).GetAwaiter();
                return WaitAsync(cancellationToken);
            }

            Accept(read.Result);
#pragma warning restore CA2012
            if (length <= _cursor.Remaining)
            {
                Take(length, packed >> 16);
                return new ValueTask<PacketReadResult>(new PacketReadResult(this, _version));
            }
        }

        return TryRead(cancellationToken, out PacketReadResult result) ? new ValueTask<PacketReadResult>(result) : WaitAsync(cancellationToken);
    }

    private ValueTask<PacketReadResult> WaitAsync(CancellationToken cancellationToken)
    {
        _cancellation = cancellationToken;
        _source.Reset();
        _use = Reading;
        _pending.UnsafeOnCompleted(_continue);
        return new ValueTask<PacketReadResult>(this, _source.Version);
    }

    private void ContinueRead()
    {
        PacketReadResult result = default;
        Exception? failure = null;
        try
        {
            Accept(_pending.GetResult());
            if (Volatile.Read(ref _use) == Reading && !TryRead(_cancellation, out result))
            {
                _pending.UnsafeOnCompleted(_continue);
                return;
            }
        }
        catch (Exception exception)
        {
            // Whatever the pipe throws reaches the awaiting caller.
            failure = exception;
        }

        if (Interlocked.CompareExchange(ref _use, Idle, Reading) != Reading)
        {
            _ = EndDisposedReadAsync(failure, result.HasPacket);
        }
        else if (failure is not null)
        {
            _source.SetException(failure);
        }
        else
        {
            _source.SetResult(result);
        }
    }

    /// <summary>Goes on until there is a result, or until the pipe has to be waited for.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool TryRead(CancellationToken cancellationToken, out PacketReadResult result)
    {
        while (true)
        {
            if (TryTake(out result))
            {
                return true;
            }

#pragma warning disable CA2012 // It is asked once: here or, through its awaiter, in ContinueRead.
            ValueTask<ReadResult> read = _pipe.ReadAsync(cancellationToken);
            if (!read.IsCompletedSuccessfully)
            {
                _pending = read.ConfigureAwait(false).GetAwaiter();
                return false;
            }

            Accept(read.Result);
#pragma warning restore CA2012
        }
    }

    private void Accept(in ReadResult read)
    {
        _cursor.MoveTo(read.Buffer);
        _holdsBuffer = true;
        _hasEnded = read.IsCompleted;
        _wasCanceled = read.IsCanceled;
        _hasMoreToCome = !read.IsCompleted && !read.IsCanceled;
    }

    /// <summary>What the buffer at hand gives, if anything.</summary>
    private bool TryTake(out PacketReadResult result)
    {
        result = default;
        if (Error != PacketError.None)
        {
            result = new PacketReadResult(PacketReadStatus.Invalid, Error);
            return true;
        }

        if (!_holdsBuffer)
        {
            return false;
        }

        PacketExtent extent = _awaited;
        if (extent.Length == 0)
        {
            extent = _cursor.Measure(Format);
        }

        if (extent.Length > 0 && extent.Length <= _cursor.Remaining)
        {
            Take(extent.Length, extent.Id);
            result = new PacketReadResult(this, _version);
        }
        else if (extent.Status == (byte)OperationStatus.InvalidData || (_hasEnded && _cursor.Remaining > 0))
        {
            result = Fail(extent.Error);
        }
        else if (_hasEnded)
        {
            Report();
            result = new PacketReadResult(PacketReadStatus.Completed, PacketError.None);
        }
        else if (_wasCanceled)
        {
            _wasCanceled = false;
            result = new PacketReadResult(PacketReadStatus.Canceled, PacketError.None);
        }
        else
        {
            _awaited = extent;
            Release();
            return false;
        }

        return true;
    }

    /// <summary>Makes the bytes at the cursor, which are there, the packet that is given out.</summary>
    private void Take(int length, uint id)
    {
        _awaited = default;
        _packetLength = length;
        _packetId = id;
        _position += length;
        _packets++;
        _cursor.PassEnd();
        int offset = _cursor.Offset;
        _packetIsBehindCursor = length > _cursor.Memory.Length - offset;
        if (_packetIsBehindCursor)
        {
            _behindSegment = _cursor.Segment;
            _behindIndex = _cursor.OwnerIndex + offset;
            _cursor.Advance(length);
            return;
        }

        _packetOffset = offset;
        _cursor.Offset = offset + length;
    }

    private PacketReadResult Fail(PacketError error)
    {
        Hint = _cursor.Guess(Format, error, _position);
        Error = error;
        LeaveRest();
        PacketCounters.CountError(error);
        return new PacketReadResult(PacketReadStatus.Invalid, error);
    }

    /// <summary>Gives the buffer back: what was taken is consumed, all of it examined, or, where the rest is left to another reader, no more than that.</summary>
    private void Release(bool leavesRest = false)
    {
        if (_holdsBuffer)
        {
            _holdsBuffer = false;
            SequencePosition consumed = new(_cursor.Owner, _cursor.OwnerIndex + _cursor.Offset);
            SequencePosition examined = leavesRest ? consumed : _cursor.End;
            _hasMoreToCome = false;
            _cursor = default;
            _behindSegment = null;
            _pipe.AdvanceTo(consumed, examined);
        }

        Report();
    }

    /// <summary>Gives the buffer back for good: what was not taken is not examined either, so that the next to read the pipe gets it at once.</summary>
    private void LeaveRest() => Release(leavesRest: true);

    private void Report()
    {
        if (CountsPackets)
        {
            _reported.Advance(_packets, _position);
        }
    }
}
