using Codec.Framing;
using Codec.Packets;

namespace Codec.Transport;

/// <content>What a <see cref="PolledConnection"/> calls, and closing.</content>
public sealed partial class PacketConnection
{
    /// <summary>Closes the connection because its reader's caller rejected a packet.</summary>
    /// <returns>The exception for the caller: what the observer threw, or an <see cref="InvalidPacketException"/>.</returns>
    internal Exception Reject(PacketError error, long position, ReadOnlySpan<byte> packet, RejectedPacket details)
    {
        // An unknown id suggests another protocol only in the first packet.
        PacketHint hint = error == PacketError.UnknownId && position == 0 ? Received.Guess(Format) : PacketHint.None;
        return _receiver.Reject(new InvalidPacketException(error, position, hint, details), packet);
    }

    /// <summary>Closes the connection because it does not begin with a valid header of the PROXY protocol.</summary>
    internal Exception RejectProxyHeader(ReadOnlySpan<byte> bytes)
    {
        PacketCounters.CountError(PacketError.ProxyHeaderInvalid);
        return _receiver.Reject(new InvalidPacketException(PacketError.ProxyHeaderInvalid, 0, PacketHints.Guess(bytes, Format)), bytes);
    }

    /// <summary>Accepts no more packets. Also a payload writer or an observer may call it.</summary>
    internal void StopSending()
    {
        lock (Lifetime.Lock)
        {
            Lifetime.Complete();
        }

        Lifetime.GiveBackSlot();
    }

    /// <summary>Closes the connection at once. Never throws.</summary>
    internal void Abort()
    {
        Close(PacketCloseReason.Local, null);
        _receiver.Dispose();
    }

    /// <summary>Checks the deadlines of a connection over a <see cref="PolledTransport"/>, which has no timers.</summary>
    internal void CheckDeadlines() => _watchdog.Check();

    /// <summary>Reads one packet, which the session must take.</summary>
    /// <returns><see langword="false"/> if another read is in progress.</returns>
    internal async Task<bool> TryReadForSessionAsync(CancellationToken cancellationToken)
    {
        if (!_receiver.TryBeginReading())
        {
            return false;
        }

        Exception? why;
        try
        {
            PacketReadResult result = await Reader.ReadPacketAsync(cancellationToken).ConfigureAwait(false);
            why = result.HasPacket ? _receiver.Observe(result) : _receiver.EndReceiving(result);
        }
        catch (Exception exception)
        {
            why = _receiver.FailReceiving(exception, cancellationToken);
        }
        finally
        {
            _receiver.EndReading();
        }

        if (why is not null && !ReferenceEquals(why, PacketReceiver.Taken))
        {
            Throw.ReceivingEnded(why);
        }

        return true;
    }

    private async ValueTask EndSendingAsync(CancellationToken cancellationToken)
    {
        await Sends.FlushAsync(cancellationToken).ConfigureAwait(false);
        TaskCompletionSource<bool> end;
        bool isFirst;
        lock (Lifetime.Lock)
        {
            isFirst = _outputEnd is null;
            end = _outputEnd ??= new TaskCompletionSource<bool>(TaskCreationOptions.RunContinuationsAsynchronously);
        }

        if (isFirst)
        {
            _ = EndOutputAsync(end);
        }

        try
        {
            await TaskWaits.WaitAsync(end.Task, cancellationToken).ConfigureAwait(false);
        }
        catch (OperationCanceledException) when (isFirst)
        {
            Volatile.Write(ref _isEndAbandoned, true);
            throw;
        }

        if (!end.Task.Result)
        {
            Lifetime.ThrowIfClosed();
        }
    }

    /// <summary>Ends the output for every caller that waits for it. Never fails.</summary>
    private async Task EndOutputAsync(TaskCompletionSource<bool> end)
    {
        bool hasEnded = false;
        try
        {
            await Transport.EndOutputAsync().ConfigureAwait(false);
            hasEnded = true;
            lock (Lifetime.Lock)
            {
                Lifetime.EndOutput();
            }
        }
        catch (Exception exception)
        {
            Close(PacketCloseReason.Remote, exception);
        }

        end.SetResult(hasEnded);
    }

    private async ValueTask DisposeAsync(TaskCompletionSource<bool> disposed)
    {
        try
        {
            await (Session?.Leaving ?? Task.CompletedTask).ConfigureAwait(false);

            // If the caller that began to end the output has stopped waiting, every packet was sent, and only the end takes too long.
            if (!Volatile.Read(ref _isEndAbandoned))
            {
                using CancellationTokenSource deadline = DeadlineTokens.Create(Options.TimeProvider, Options.CloseTimeout);
                await CompleteAsync(deadline.Token).ConfigureAwait(false);
            }
        }
        catch (Exception exception) when (exception is PacketConnectionException or OperationCanceledException)
        {
        }
        finally
        {
            // Every other caller that disposes the connection waits for this task.
            try
            {
                Abort();
            }
            finally
            {
                disposed.SetResult(true);
            }
        }
    }

    /// <summary>Closes the connection for the first reason. A later call is a no-op. Called without the lock.</summary>
    internal void Close(PacketCloseReason reason, Exception? cause)
    {
        SendWaiter? waiting;
        bool isReading;
        if (Session?.Leaving is not null)
        {
            // The peer may reset a connection that this side has left.
            reason = Lifetime.EndedFirst == PacketCloseReason.IdleTimeout ? PacketCloseReason.IdleTimeout : PacketCloseReason.Local;
        }

        lock (Lifetime.Lock)
        {
            if (!Lifetime.TryClose(reason, Sends.UnsentPackets, cause))
            {
                return;
            }

            isReading = _receiver.IsReading;
            waiting = Sends.Stop();
        }

        ConnectionTelemetry.Closed(this, Lifetime.ClosedReason);
        _watchdog.Dispose();
        Transport.Dispose();
        Lifetime.GiveBackSlot();
        Sends.Release(waiting);
        _receiver.EndInput(isReading);
        Session?.End();
    }
}
