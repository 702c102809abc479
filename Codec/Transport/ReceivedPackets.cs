using System;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;
using System.Threading.Tasks.Sources;
using Codec.Framing;

namespace Codec.Transport;

/// <summary>The packets of a connection as a sequence, and one pass over it.</summary>
/// <remarks>
/// Not an async iterator: that is a state machine and a task source more between the socket and who awaits a packet, run for each packet. This one
/// answers at once where a packet is there, and hands the wait to the reader's own task source where not.
/// </remarks>
internal sealed class ReceivedPackets(PacketConnection connection, CancellationToken cancellationToken)
    : IAsyncEnumerable<PacketReadResult>, IAsyncEnumerator<PacketReadResult>, IValueTaskSource<bool>
{
    private readonly PacketReader _reader = connection.Reader;
    private CancellationTokenSource? _linked;
    private bool _isReading;
    private bool _isWaiting;
    private bool _hasEnded;

    public PacketReadResult Current { get; private set; }

    public IAsyncEnumerator<PacketReadResult> GetAsyncEnumerator(CancellationToken another = default)
    {
        if (!another.CanBeCanceled || another == cancellationToken)
        {
            return new ReceivedPackets(connection, cancellationToken);
        }

        if (!cancellationToken.CanBeCanceled)
        {
            return new ReceivedPackets(connection, another);
        }

        var linked = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken, another);
        return new ReceivedPackets(connection, linked.Token) { _linked = linked };
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

            connection.BeginReading();
            _isReading = true;
        }

        // Packets that had come are not given out after this side disposed the connection.
        if (connection.Disposed is { } disposed)
        {
            return End(disposed);
        }

        PacketReadResult result;
        try
        {
            ValueTask<PacketReadResult> read = _reader.ReadPacketAsync(cancellationToken);
            if (!read.IsCompleted)
            {
                // The reader is the source of a read that waits.
                _isWaiting = true;
                return new ValueTask<bool>(this, _reader.WaitVersion);
            }

            result = read.Result;
        }
        catch (Exception exception)
        {
            // Whatever the transport throws reaches the awaiting caller.
            return End(connection.FailReceiving(exception));
        }

        if (result.Status != PacketReadStatus.Packet)
        {
            return End(connection.EndReceiving(result.Status));
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
        Exception? why;
        try
        {
            PacketReadResult result = ((IValueTaskSource<PacketReadResult>)_reader).GetResult(token);
            _isWaiting = false;
            if (result.Status == PacketReadStatus.Packet)
            {
                Current = result;
                return true;
            }

            why = connection.EndReceiving(result.Status);
        }
        catch (Exception exception)
        {
            _isWaiting = false;
            why = connection.FailReceiving(exception);
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
            connection.EndReading();
        }
    }
}
