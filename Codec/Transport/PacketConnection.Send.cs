using System;
using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Threading;
using System.Threading.Tasks;
using Codec.Compat;
using Codec.Framing;

namespace Codec.Transport;

/// <content>Sending: packets are put into one buffer while the other one is being written.</content>
public sealed partial class PacketConnection
{
    // A packet that follows the last write this closely is one of many: it waits for the thread pool, and others join it meanwhile. A lone one
    // (an answer to what just came) is written at once by its sender, because the hand-over would cost more than the write. About a
    // hand-over's length.
    private static readonly long BurstTicks = Math.Max(1, Stopwatch.Frequency / 100_000);

    private readonly object _lock = new();
    private readonly Action _continueWriting;
    private readonly WaitCallback _startWriting;
    private SendBuffer _pending = new();
    private SendBuffer _writing = new();
    private ConfiguredValueTaskAwaitable.ConfiguredValueTaskAwaiter _write;
    private TaskCompletionSource<bool>? _progress;
    private long _accepted;
    private long _written;
    private long _lastWriteEnd;
    private bool _isWriting;

    /// <summary>Sends a packet with a payload that is complete.</summary>
    /// <param name="id">What kind of packet this is.</param>
    /// <param name="payload">The payload, copied before the call returns.</param>
    /// <param name="cancellationToken">Stops waiting; the packet is accepted all the same.</param>
    /// <returns>
    /// A task that ends when the packet was accepted and fewer than <see cref="PacketConnectionOptions.SendLimit"/> bytes wait to be sent:
    /// awaiting it is what holds a fast sender back from a slow reader.
    /// </returns>
    /// <exception cref="ArgumentOutOfRangeException">The id or the payload's size is more than the format accepts.</exception>
    /// <exception cref="PacketConnectionException">The connection is closed.</exception>
    /// <exception cref="OperationCanceledException"><paramref name="cancellationToken"/> was cancelled while waiting.</exception>
    public ValueTask SendAsync(uint id, ReadOnlySpan<byte> payload, CancellationToken cancellationToken = default)
    {
        WriteStart start;
        long target;
        lock (_lock)
        {
            ThrowIfClosed();
            PacketEncoder.Write(_pending, id, payload, Format);
            start = Accept(out target);
        }

        return Start(start, target, cancellationToken);
    }

    /// <summary>Sends a message as a packet, written straight into the buffer that is sent.</summary>
    /// <typeparam name="TMessage">The message.</typeparam>
    /// <param name="id">What kind of packet this is.</param>
    /// <param name="message">The message.</param>
    /// <param name="writer">Writes such messages; it must not send on this connection itself.</param>
    /// <param name="cancellationToken">Stops waiting; the packet is accepted all the same.</param>
    /// <returns>As for a complete payload.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="writer"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The id or the payload's size is more than the format accepts.</exception>
    /// <exception cref="PacketConnectionException">The connection is closed.</exception>
    /// <exception cref="OperationCanceledException"><paramref name="cancellationToken"/> was cancelled while waiting.</exception>
    public ValueTask SendAsync<TMessage>(uint id, in TMessage message, IPayloadWriter<TMessage> writer, CancellationToken cancellationToken = default)
    {
        WriteStart start;
        long target;
        lock (_lock)
        {
            ThrowIfClosed();
            PacketEncoder.Write(_pending, id, message, writer, Format);
            start = Accept(out target);
        }

        return Start(start, target, cancellationToken);
    }

    /// <summary>Waits until everything that was accepted so far was handed to the socket, stream or pipe.</summary>
    /// <param name="cancellationToken">Stops waiting; what was accepted is sent all the same.</param>
    /// <returns>A task that ends when that is done.</returns>
    /// <exception cref="PacketConnectionException">The connection failed before.</exception>
    /// <exception cref="OperationCanceledException"><paramref name="cancellationToken"/> was cancelled while waiting.</exception>
    public ValueTask FlushAsync(CancellationToken cancellationToken = default)
    {
        long accepted;
        lock (_lock)
        {
            accepted = _accepted;
        }

        return WaitForWrittenAsync(accepted, cancellationToken);
    }

    /// <summary>Counts the packet that was just put down; the lock is held.</summary>
    private WriteStart Accept(out long target)
    {
        _pending.Packets++;
        _accepted = _written + _writing.Count + _pending.Count;
        target = _accepted - _options.SendLimit + 1;
        if (_isWriting)
        {
            return WriteStart.None;
        }

        _isWriting = true;
        return Stopwatch.GetTimestamp() - _lastWriteEnd < BurstTicks ? WriteStart.OnThreadPool : WriteStart.AtOnce;
    }

    private ValueTask Start(WriteStart start, long target, CancellationToken cancellationToken)
    {
        if (start == WriteStart.AtOnce)
        {
            Write(isCaller: true);
        }
        else if (start == WriteStart.OnThreadPool)
        {
            ThreadPool.UnsafeQueueUserWorkItem(_startWriting, this);
        }

        return target <= Volatile.Read(ref _written) ? default : WaitForWrittenAsync(target, cancellationToken);
    }

    private async ValueTask WaitForWrittenAsync(long target, CancellationToken cancellationToken)
    {
        while (true)
        {
            Task progress;
            lock (_lock)
            {
                if (_written >= target)
                {
                    return;
                }

                if (_failure is not null)
                {
                    throw Closed();
                }

                _progress ??= new TaskCompletionSource<bool>(TaskCreationOptions.RunContinuationsAsynchronously);
                progress = _progress.Task;
            }

            if (cancellationToken.CanBeCanceled)
            {
                using CancellationTokenSource done = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
                await Task.WhenAny(progress, Task.Delay(Timeout.Infinite, done.Token)).ConfigureAwait(false);
                done.Cancel();
                cancellationToken.ThrowIfCancellationRequested();
            }
            else
            {
                await progress.ConfigureAwait(false);
            }
        }
    }

    /// <summary>Writes until nothing waits. A caller writes once, and leaves what came meanwhile to the thread pool.</summary>
    private void Write(bool isCaller)
    {
        while (true)
        {
            lock (_lock)
            {
                if (_failure is not null || _pending.Count == 0)
                {
                    _isWriting = false;
                    _lastWriteEnd = Stopwatch.GetTimestamp();
                    if (_failure is not null)
                    {
                        _pending.Return();
                        _writing.Return();
                    }

                    return;
                }

                (_pending, _writing) = (_writing, _pending);
            }

            try
            {
#pragma warning disable CA2012 // The awaiter is asked once, by FinishWrite.
                _write = _output.WriteMemoryAsync(_writing.Memory).ConfigureAwait(false).GetAwaiter();
#pragma warning restore CA2012
                if (!_write.IsCompleted)
                {
                    _write.UnsafeOnCompleted(_continueWriting);
                    return;
                }

                FinishWrite();
            }
            catch (Exception exception)
            {
                Fail(PacketCloseReason.Remote, exception);
            }

            if (isCaller && HasPending())
            {
                ThreadPool.UnsafeQueueUserWorkItem(_startWriting, this);
                return;
            }
        }
    }

    private void ContinueWriting()
    {
        try
        {
            FinishWrite();
        }
        catch (Exception exception)
        {
            Fail(PacketCloseReason.Remote, exception);
        }

        Write(isCaller: false);
    }

    private void FinishWrite()
    {
        _write.GetResult();
        TaskCompletionSource<bool>? progress;
        lock (_lock)
        {
            Volatile.Write(ref _written, _written + _writing.Count);
            PacketCounters.CountSent(_writing.Packets, _writing.Count);
            _writing.Clear();
            progress = _progress;
            _progress = null;
        }

        progress?.TrySetResult(true);
    }

    private bool HasPending()
    {
        lock (_lock)
        {
            return _pending.Count > 0 && _failure is null;
        }
    }
}
