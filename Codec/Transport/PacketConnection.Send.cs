using System;
using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Threading;
using System.Threading.Tasks;
using Codec.Compat;
using Codec.Framing;
using Codec.Packets;

namespace Codec.Transport;

/// <content>Sending: packets are put into blocks, and one block is written at a time.</content>
public sealed partial class PacketConnection
{
    // A packet that follows the last write this closely, with nothing received in between, is one of many: it waits for the thread pool, and
    // others join it meanwhile. A lone one, or an answer to what just came, is written at once by its sender, because the hand-over would cost
    // more than the write. About a hand-over's length.
    private static readonly long BurstTicks = Math.Max(1, Stopwatch.Frequency / 100_000);

    private readonly SyncLock _lock = new();
    private readonly Action _continueWriting;
    private readonly SendPump _pump;
    private readonly SendQueue _pending = new();
    private SendBlock? _writing;
    private ConfiguredValueTaskAwaitable.ConfiguredValueTaskAwaiter _write;
    private long _accepted;
    private long _acceptedPackets;
    private long _written;
    private long _writtenPackets;
    private long _lastWriteEnd;
    private long _receivedBeforeWrite;
    private bool _isWriting;

    // Set while a payload writer, which is the caller's code, writes to the memory of _pending.
    private bool _isEncoding;

    /// <summary>Sends a packet with a payload that is complete.</summary>
    /// <param name="id">What kind of packet this is.</param>
    /// <param name="payload">The payload, copied before the call returns.</param>
    /// <param name="cancellationToken">Stops waiting; the packet is accepted all the same.</param>
    /// <returns>
    /// A task that ends when the packet was accepted and fewer than <see cref="PacketConnectionOptions.SendLimit"/> bytes wait to be sent:
    /// awaiting it is what holds a fast sender back from a slow reader.
    /// </returns>
    /// <exception cref="ArgumentOutOfRangeException">The id or the payload's size is more than the format accepts.</exception>
    /// <exception cref="InvalidOperationException">Called by a payload writer that writes for this connection.</exception>
    /// <exception cref="PacketConnectionException">The connection is closed.</exception>
    /// <exception cref="OperationCanceledException"><paramref name="cancellationToken"/> was cancelled while waiting.</exception>
    public ValueTask SendAsync(uint id, ReadOnlySpan<byte> payload, CancellationToken cancellationToken = default)
    {
        WriteStart start;
        long target;
        lock (_lock)
        {
            ThrowIfEncoding();
            ThrowIfClosed();
            start = Accept(PacketEncoder.Write(_pending, id, payload, Format), out target);
        }

        return Start(start, target, cancellationToken);
    }

    /// <summary>Sends a message as a packet, written straight into the buffer that is sent.</summary>
    /// <typeparam name="TMessage">The message.</typeparam>
    /// <param name="id">What kind of packet this is.</param>
    /// <param name="message">The message.</param>
    /// <param name="writer">
    /// Writes such messages. No other thread can use the connection meanwhile, and the writer's own calls to send, flush, complete or dispose it
    /// are rejected.
    /// </param>
    /// <param name="cancellationToken">Stops waiting; the packet is accepted all the same.</param>
    /// <returns>As for a complete payload.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="writer"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The id or the payload's size is more than the format accepts.</exception>
    /// <exception cref="InvalidOperationException">
    /// The writer wrote more than it promised, or this is called by a payload writer that writes for this connection. Nothing was accepted.
    /// </exception>
    /// <exception cref="PacketConnectionException">The connection is closed.</exception>
    /// <exception cref="OperationCanceledException"><paramref name="cancellationToken"/> was cancelled while waiting.</exception>
    public ValueTask SendAsync<TMessage>(uint id, in TMessage message, IPayloadWriter<TMessage> writer, CancellationToken cancellationToken = default)
    {
        WriteStart start;
        long target;
        lock (_lock)
        {
            ThrowIfEncoding();
            ThrowIfClosed();
            int size;
            _isEncoding = true;
            try
            {
                size = PacketEncoder.Write(_pending, id, message, writer, Format);
            }
            finally
            {
                _isEncoding = false;
                if (_failure is not null && !_isWriting)
                {
                    ReturnBlocks();
                }
            }

            ThrowIfClosed();
            start = Accept(size, out target);
        }

        return Start(start, target, cancellationToken);
    }

    /// <summary>Sends a message, such as a generated packet: it is written once, with its header, into the memory that is sent.</summary>
    /// <typeparam name="TPacket">The type of the message.</typeparam>
    /// <param name="packet">The message. It is not used after the call returns.</param>
    /// <param name="cancellationToken">Stops waiting; the packet is accepted all the same.</param>
    /// <returns>As for a complete payload.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="packet"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The id or the payload's size is more than the format accepts.</exception>
    /// <exception cref="InvalidOperationException">The message cannot be written; the exception says why. Nothing was sent.</exception>
    /// <exception cref="PacketConnectionException">The connection is closed.</exception>
    /// <exception cref="OperationCanceledException"><paramref name="cancellationToken"/> was cancelled while waiting.</exception>
    public ValueTask SendAsync<TPacket>(in TPacket packet, CancellationToken cancellationToken = default)
        where TPacket : IPacket
    {
        if (packet is null)
        {
            Throw.ArgumentNull(nameof(packet));
        }

        return SendAsync(packet.Id, packet, PacketPayloadWriter<TPacket>.Instance, cancellationToken);
    }

    /// <summary>Waits until everything that was accepted so far was handed to the socket, stream or pipe.</summary>
    /// <param name="cancellationToken">Stops waiting; what was accepted is sent all the same.</param>
    /// <returns>A task that ends when that is done.</returns>
    /// <exception cref="InvalidOperationException">Called by a payload writer that writes for this connection.</exception>
    /// <exception cref="PacketConnectionException">The connection failed before, or this side disposed it.</exception>
    /// <exception cref="OperationCanceledException"><paramref name="cancellationToken"/> was cancelled while waiting.</exception>
    public ValueTask FlushAsync(CancellationToken cancellationToken = default)
    {
        long accepted;
        lock (_lock)
        {
            ThrowIfEncoding();
            if (_failure is not null)
            {
                return new ValueTask(Task.FromException(CreateClosed()));
            }

            accepted = _accepted;
        }

        return WaitForWrittenAsync(accepted, cancellationToken);
    }

    /// <summary>Counts the packet that was just put down; the lock is held.</summary>
    private WriteStart Accept(int size, out long target)
    {
        _acceptedPackets++;
        _accepted += size;
        target = _accepted - _options.SendLimit + 1;
        if (_isWriting)
        {
            return WriteStart.None;
        }

        long received = _received.Received;
        if (_isStreaming)
        {
            if (!_pending.HasFullBlock)
            {
                return WriteStart.None;
            }
        }
        else if (received == _receivedBeforeWrite && Stopwatch.GetTimestamp() - _lastWriteEnd < BurstTicks)
        {
            _isWriting = true;
            return WriteStart.OnThreadPool;
        }

        _isWriting = true;
        TakePending(received);
        return WriteStart.AtOnce;
    }

    private ValueTask Start(WriteStart start, long target, CancellationToken cancellationToken)
    {
        if (start == WriteStart.AtOnce)
        {
            Write(isCaller: true);
        }
        else if (start == WriteStart.OnThreadPool)
        {
            _pump.Queue();
        }

        // Who has to wait waits until half of the limit was written, and not for each block again.
        return target <= Volatile.Read(ref _written) ? default : WaitForWrittenAsync(target + ((_options.SendLimit - 1) / 2), cancellationToken);
    }

    /// <summary>What the pump does: a write was started, and what it is to write may still be growing.</summary>
    internal void WriteOnThreadPool()
    {
        lock (_lock)
        {
            if (_failure is not null)
            {
                EndWriting();
                return;
            }

            TakePending(_received.Received);
        }

        Write(isCaller: false);
    }

    /// <summary>The first block that waits is what is written next; the lock is held.</summary>
    private void TakePending(long received)
    {
        _writing = _pending.Take();
        _receivedBeforeWrite = received;
        CountTaken(_writing.Count);
    }

    /// <summary>Writes until nothing waits. A caller writes once, and leaves what came meanwhile to the thread pool.</summary>
    private void Write(bool isCaller)
    {
        do
        {
            try
            {
#pragma warning disable CA2012 // The awaiter is asked once: here or by ContinueWriting.
                ValueTask write = _pipe is null ? StreamWrites.WriteAndFlushAsync(_output, _writing!.Memory) : PipeWrites.WriteAsync(_pipe, _writing!.Memory);
                _write = write.ConfigureAwait(false).GetAwaiter();
#pragma warning restore CA2012
                if (!_write.IsCompleted)
                {
                    _write.UnsafeOnCompleted(_continueWriting);
                    return;
                }

                _write.GetResult();
            }
            catch (Exception exception)
            {
                Fail(PacketCloseReason.Remote, exception);
            }
        }
        while (FinishWrite(isCaller));
    }

    private void ContinueWriting()
    {
        try
        {
            _write.GetResult();
        }
        catch (Exception exception)
        {
            Fail(PacketCloseReason.Remote, exception);
        }

        if (FinishWrite(isCaller: false))
        {
            Write(isCaller: false);
        }
    }

    /// <summary>Counts what was written.</summary>
    /// <returns>Whether there is more to write for whoever wrote this.</returns>
    private bool FinishWrite(bool isCaller)
    {
        SendWaiter? done;
        bool goesOn = false;
        lock (_lock)
        {
            if (_failure is null)
            {
                SendBlock block = _writing!;
                _writing = null;
                Volatile.Write(ref _written, _written + block.Count);
                _writtenPackets += block.Packets;
                PacketCounters.CountSent(block.Packets, block.Count);
                _pending.Recycle(block);
            }

            done = _waiters is null ? null : TakeDone();
            if (_failure is not null || _pending.Count == 0 || (_isStreaming && !_pending.HasFullBlock && _waiters is null))
            {
                EndWriting();
            }
            else if (isCaller)
            {
                _pump.Queue();
            }
            else
            {
                TakePending(_received.Received);
                goesOn = true;
            }
        }

        Release(done, mayGoOnHere: !isCaller && !goesOn);
        return goesOn;
    }

    /// <summary>Nobody writes any more; the lock is held.</summary>
    private void EndWriting()
    {
        _isWriting = false;
        _lastWriteEnd = Stopwatch.GetTimestamp();
        if (_failure is not null)
        {
            ReturnBlocks();
        }
    }

    private void ReturnBlocks()
    {
        _writing?.ReturnArray();
        _writing = null;
        _pending.Return();
    }
}
