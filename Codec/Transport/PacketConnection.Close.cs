using System;
using System.IO;
using System.Threading;
using System.Threading.Tasks;

namespace Codec.Transport;

/// <content>How a connection ends.</content>
public sealed partial class PacketConnection
{
    private PacketConnectionException? _failure;
    private bool _isCompleted;
    private bool _isPeerTold;
    private bool _hasEndedOutput;
    private bool _hasPeerEnded;

    // The side that ended its half of the connection first.
    private PacketCloseReason _endedFirst;
    private TaskCompletionSource<bool>? _closed;
    private bool _isReading;
    private bool _isReleased;

    /// <summary>Sends what was accepted, accepts nothing more, and tells the peer so where the transport can; packets still come.</summary>
    /// <remarks>
    /// A socket, a pipe and, but for netstandard2.0, an SslStream can tell the peer; on .NET a NetworkStream can, too. The peer of any other
    /// stream sees the end when the connection is disposed.
    /// </remarks>
    /// <param name="cancellationToken">Stops waiting; what was accepted is sent all the same, but the peer may not be told.</param>
    /// <returns>A task that ends when everything was handed over.</returns>
    /// <exception cref="InvalidOperationException">Called by a payload writer that writes for this connection.</exception>
    /// <exception cref="PacketConnectionException">The connection failed before everything was sent, or this side disposed it.</exception>
    /// <exception cref="OperationCanceledException"><paramref name="cancellationToken"/> was cancelled while waiting.</exception>
    public ValueTask CompleteAsync(CancellationToken cancellationToken = default)
    {
        lock (_lock)
        {
            ThrowIfEncoding();
            _isCompleted = true;
            if (_endedFirst == PacketCloseReason.None)
            {
                _endedFirst = PacketCloseReason.Local;
            }
        }

        return EndSendingAsync(cancellationToken);
    }

    private async ValueTask EndSendingAsync(CancellationToken cancellationToken)
    {
        await FlushAsync(cancellationToken).ConfigureAwait(false);
        lock (_lock)
        {
            if (_isPeerTold)
            {
                return;
            }

            _isPeerTold = true;
        }

        try
        {
            await EndOutputAsync(cancellationToken).ConfigureAwait(false);
        }
        catch (Exception exception) when (exception is not OperationCanceledException)
        {
            Fail(PacketCloseReason.Remote, exception);
            ThrowIfFailed();
        }

        lock (_lock)
        {
            _hasEndedOutput = true;
        }
    }

    /// <summary>Sends what was accepted, for as long as <see cref="PacketConnectionOptions.CloseTimeout"/>, and closes the connection.</summary>
    /// <returns>
    /// A task that ends when the connection is closed, also if another call began to close it. It does not fail: call
    /// <see cref="CompleteAsync"/> first to learn what was not sent.
    /// </returns>
    /// <exception cref="InvalidOperationException">Called by a payload writer that writes for this connection.</exception>
    public ValueTask DisposeAsync()
    {
        lock (_lock)
        {
            ThrowIfEncoding();
            if (_closed is not null)
            {
                return new ValueTask(_closed.Task);
            }

            _closed = new TaskCompletionSource<bool>(TaskCreationOptions.RunContinuationsAsynchronously);
        }

        return CloseAsync(_closed);
    }

    private async ValueTask CloseAsync(TaskCompletionSource<bool> closed)
    {
        try
        {
            using CancellationTokenSource deadline = new(_options.CloseTimeout);
            await CompleteAsync(deadline.Token).ConfigureAwait(false);
        }
        catch (Exception exception) when (exception is PacketConnectionException or OperationCanceledException)
        {
        }
        finally
        {
            // Every other caller that disposes the connection waits for this task.
            try
            {
                Fail(PacketCloseReason.Local, null);
                ReleaseReader();
            }
            finally
            {
                closed.SetResult(true);
            }
        }
    }

    /// <summary>Closes the connection for good, once: the first reason stays.</summary>
    private void Fail(PacketCloseReason reason, Exception? cause)
    {
        SendWaiter? waiting;
        bool isReading;
        lock (_lock)
        {
            if (_failure is not null)
            {
                return;
            }

            isReading = _isReading;
            reason = BothEnded ? _endedFirst : reason;
            _failure = new PacketConnectionException(reason, _acceptedPackets - _writtenPackets, cause);
            waiting = TakeDone();
            StopStreaming();

            // A payload writer that causes the failure still has the memory that it writes to.
            if (!_isWriting && !_isEncoding)
            {
                ReturnBlocks();
            }
        }

        _watch?.Dispose();
        _tail?.Dispose();
        Close(_output);
        _slot?.Dispose();
        Release(waiting, mayGoOnHere: false);
        EndSource(isReading);
    }

    /// <summary>Closes a stream. Where it throws, because it cannot write what it still holds, say, that adds nothing to why the connection is closed.</summary>
    private static void Close(Stream stream)
    {
        try
        {
            stream.Dispose();
        }
        catch (Exception)
        {
        }
    }

    /// <summary>Ends a read that waits for a pipe, and completes the pipe: where there is a reader, it does so when it leaves.</summary>
    private void EndSource(bool isReading)
    {
        try
        {
            // Completing alone wakes no read that waits, and takes from one that copies the memory that it copies from.
            _source?.CancelPendingRead();
        }
        catch (Exception)
        {
        }

        if (isReading)
        {
            return;
        }

        try
        {
            _source?.Complete();
        }
        catch (Exception)
        {
        }
    }

    /// <summary>Whether both sides have ended, so that nothing more is sent or received. Requires the lock.</summary>
    private bool BothEnded => _hasEndedOutput && _hasPeerEnded;

    /// <summary>Gets what a read after this side disposed the connection is told, or <see langword="null"/> if it may go on.</summary>
    internal PacketConnectionException? Disposed => _failure is { Reason: PacketCloseReason.Local } ? CreateClosed() : null;

    /// <summary>Creates an exception for each caller, with the cause of the first failure.</summary>
    private PacketConnectionException CreateClosed() => new(_failure!.Reason, _failure.UnsentPackets, _failure.InnerException);

    /// <summary>
    /// Rejects a call of the payload writer that this connection has called: no other thread sees the flag, because the lock is held meanwhile.
    /// Requires the lock.
    /// </summary>
    private void ThrowIfEncoding()
    {
        if (_isEncoding)
        {
            Throw.ConnectionCalledByWriter();
        }
    }

    /// <summary>Requires the lock.</summary>
    private void ThrowIfClosed()
    {
        if (_failure is not null)
        {
            Throw.ConnectionClosed(CreateClosed());
        }

        if (_isCompleted)
        {
            Throw.ConnectionClosed(new PacketConnectionException(PacketCloseReason.Local, _acceptedPackets - _writtenPackets, null));
        }
    }

    private void ThrowIfFailed()
    {
        lock (_lock)
        {
            if (_failure is not null)
            {
                Throw.ConnectionClosed(CreateClosed());
            }
        }
    }

    internal void BeginReading()
    {
        lock (_lock)
        {
            if (_isReading)
            {
                Throw.ReadInProgress();
            }

            _isReading = true;
        }
    }

    internal void EndReading()
    {
        bool isClosed;
        lock (_lock)
        {
            _isReading = false;
            isClosed = _failure is not null;
        }

        if (isClosed)
        {
            EndSource(isReading: false);
        }

        ReleaseReader();
    }

    /// <summary>Gives the reader's memory back, once, when the connection is disposed and nobody reads.</summary>
    private void ReleaseReader()
    {
        lock (_lock)
        {
            if (_closed is null || _isReading || _isReleased)
            {
                return;
            }

            _isReleased = true;
        }

        // Its pipe is completed at once.
        _reader.DisposeAsync().AsTask().GetAwaiter().GetResult();
    }
}
