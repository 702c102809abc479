using System;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;
using System.Threading.Tasks.Sources;
using Codec.Framing;

namespace Codec.Transport;

/// <summary>The packets of a connection as a sequence, and one enumeration of it.</summary>
/// <remarks>
/// It is not an async iterator, which would run a second state machine and task source for each packet. If a packet is available, the enumeration
/// returns it synchronously; otherwise the caller awaits the reader's own task source.
/// </remarks>
internal sealed class ReceivedPackets(PacketReceiver receiver, CancellationToken cancellationToken)
    : IAsyncEnumerable<PacketReadResult>, IAsyncEnumerator<PacketReadResult>, IValueTaskSource<bool>
{
    private readonly PacketReader _reader = receiver.Reader;
    private CancellationTokenSource? _linked;
    private bool _isReading;
    private bool _isWaiting;
    private bool _hasEnded;

    public PacketReadResult Current { get; private set; }

    public IAsyncEnumerator<PacketReadResult> GetAsyncEnumerator(CancellationToken another = default)
    {
        if (!another.CanBeCanceled || another == cancellationToken)
        {
            return new ReceivedPackets(receiver, cancellationToken);
        }

        if (!cancellationToken.CanBeCanceled)
        {
            return new ReceivedPackets(receiver, another);
        }

        var linked = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken, another);
        return new ReceivedPackets(receiver, linked.Token) { _linked = linked };
    }

    public ValueTask<bool> MoveNextAsync()
    {
        if (_isWaiting)
        {
            Throw.ReadInProgress();
        }

        if (!_isReading)
        {
            if (_hasEnded)
            {
                return default;
            }

            receiver.BeginReading();
            _isReading = true;
            if (receiver.ClosedHere is null && receiver.TryTakeHeldBack(out PacketReadResult heldBack))
            {
                Current = heldBack;
                return new ValueTask<bool>(true);
            }
        }

        // After this side closed the connection, packets that were received before are not returned.
        if (receiver.ClosedHere is { } closed)
        {
            return End(closed);
        }

        PacketReadResult result;
        try
        {
            ValueTask<PacketReadResult> read = _reader.ReadPacketAsync(cancellationToken);
            if (!read.IsCompleted)
            {
                // The reader is the task source of a pending read.
                _isWaiting = true;
                return new ValueTask<bool>(this, _reader.WaitVersion);
            }

            result = read.Result;
        }
        catch (Exception exception)
        {
            // All exceptions of the transport reach the awaiting caller.
            return End(receiver.FailReceiving(exception, cancellationToken));
        }

        if (result.Status != PacketReadStatus.Packet)
        {
            return End(receiver.EndReceiving(result.Status));
        }

        if (receiver.IsWatched && receiver.Observe(result) is { } thrown)
        {
            return End(thrown);
        }

        Current = result;
        return new ValueTask<bool>(true);
    }

    public ValueTask DisposeAsync()
    {
        if (_isWaiting)
        {
            Throw.EnumerationWaits();
        }

        Leave();
        return default;
    }

    bool IValueTaskSource<bool>.GetResult(short token)
    {
        IValueTaskSource<PacketReadResult> reader = _reader;
        if (reader.GetStatus(token) == ValueTaskSourceStatus.Pending)
        {
            // It throws, and the read continues.
            reader.GetResult(token);
        }

        Exception? why;
        try
        {
            PacketReadResult result = reader.GetResult(token);
            _isWaiting = false;
            if (result.Status != PacketReadStatus.Packet)
            {
                why = receiver.EndReceiving(result.Status);
            }
            else
            {
                why = receiver.IsWatched ? receiver.Observe(result) : null;
                if (why is null)
                {
                    Current = result;
                    return true;
                }
            }
        }
        catch (Exception exception)
        {
            _isWaiting = false;
            why = receiver.FailReceiving(exception, cancellationToken);
        }

        Leave();
        if (why is not null)
        {
            Throw.ReceivingEnded(why);
        }

        return false;
    }

    ValueTaskSourceStatus IValueTaskSource<bool>.GetStatus(short token) => ((IValueTaskSource<PacketReadResult>)_reader).GetStatus(token);

    void IValueTaskSource<bool>.OnCompleted(Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
        ((IValueTaskSource<PacketReadResult>)_reader).OnCompleted(continuation, state, token, flags);

    private ValueTask<bool> End(Exception? why)
    {
        Leave();
        return why switch
        {
            null => default,
            OperationCanceledException { CancellationToken.IsCancellationRequested: true } canceled =>
                new ValueTask<bool>(Task.FromCanceled<bool>(canceled.CancellationToken)),
            _ => new ValueTask<bool>(Task.FromException<bool>(why)),
        };
    }

    private void Leave()
    {
        _hasEnded = true;
        _linked?.Dispose();
        if (_isReading)
        {
            _isReading = false;
            receiver.EndReading();
        }
    }
}
