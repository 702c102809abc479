using System;
using System.IO.Pipelines;
using System.Threading;
using System.Threading.Tasks;

namespace Codec.Framing;

/// <content>The end of a reader, which a read that waits outlives: the pipe's memory is the pipe's until it is done.</content>
public sealed partial class PacketReader
{
    // Who has the pipe: nobody else, a read that waits, the same although the reader was disposed (at first the pipe is being told that it
    // is to wait no longer, and its cancellation must not hit the next reader), or nobody any more.
    private const int Idle = 0;
    private const int Reading = 1;
    private const int CancelingRead = 2;
    private const int DisposedWhileReading = 3;
    private const int Disposed = 4;

    private int _use;

    /// <summary>Completes the pipe, or closes the stream, unless it is to be left open; the last packet is no longer valid.</summary>
    /// <remarks>A read that waits is cancelled, and completes the pipe when it ends: until then the stream has the memory.</remarks>
    /// <returns>A task that ends when the pipe is completed or its read is cancelled, and the stream is closed.</returns>
    public async ValueTask DisposeAsync()
    {
        int use = Interlocked.CompareExchange(ref _use, CancelingRead, Reading);
        if (use > Reading)
        {
            return;
        }

        if (use == Idle)
        {
            _use = Disposed;
            await CompleteAsync().ConfigureAwait(false);
        }
        else
        {
            try
            {
                _pipe.CancelPendingRead();
            }
            finally
            {
                use = Interlocked.CompareExchange(ref _use, DisposedWhileReading, CancelingRead);
            }

            if (use == Disposed)
            {
                // The read ended meanwhile.
                await CompleteAfterCancelingAsync().ConfigureAwait(false);
            }
        }

        // At once: reads that cannot be cancelled end with their stream.
        if (_stream is IAsyncDisposable stream)
        {
            await stream.DisposeAsync().ConfigureAwait(false);
        }
        else
        {
            _stream?.Dispose();
        }
    }

    private void RefuseRead()
    {
        if (_use == Reading)
        {
            Throw.ReadInProgress();
        }

        Throw.Disposed(nameof(PacketReader));
    }

    /// <summary>Ends a read whose reader was disposed while it waited.</summary>
    /// <param name="failure">What the pipe threw, if anything.</param>
    /// <param name="hasPacket">Whether a packet was taken, which nobody gets.</param>
    private async Task EndDisposedReadAsync(Exception? failure, bool hasPacket)
    {
        try
        {
            if (hasPacket)
            {
                PutBack();
            }

            if (Interlocked.CompareExchange(ref _use, Disposed, CancelingRead) == DisposedWhileReading)
            {
                _use = Disposed;
                await CompleteAfterCancelingAsync().ConfigureAwait(false);
            }
        }
        catch (Exception exception)
        {
            // Who disposed of the reader has gone: who reads hears of it.
            failure ??= exception;
        }

        _source.SetException(failure ?? new ObjectDisposedException(nameof(PacketReader)));
    }

    /// <summary>Makes the packet that was taken last the next one again.</summary>
    private void PutBack()
    {
        _position -= _packetLength;
        _packets--;
        if (_packetIsBehindCursor)
        {
            _cursor.Owner = _behindSegment;
            _cursor.OwnerIndex = _behindIndex;
            _cursor.Offset = 0;
        }
        else
        {
            _cursor.Offset = _packetOffset;
        }
    }

    private async ValueTask CompleteAfterCancelingAsync()
    {
        await CompleteAsync().ConfigureAwait(false);

        // Where the read had what it waited for, its cancellation is still to come.
        if (_leaveOpen && _pipe.TryRead(out ReadResult rest))
        {
            _pipe.AdvanceTo(rest.Buffer.Start);
        }
    }

    /// <summary>Gives up the pipe, whose memory nobody uses any more.</summary>
    private ValueTask CompleteAsync()
    {
        _version++;
        if (_leaveOpen)
        {
            LeaveRest();
            return default;
        }

        _holdsBuffer = false;
        _hasMoreToCome = false;
        _cursor = default;
        _behindSegment = null;
        Report();
        return _pipe.CompleteAsync();
    }
}
