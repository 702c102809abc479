using System.Threading.Tasks.Sources;

namespace Codec.Framing;

/// <summary>One object for three roles: the sequence of a reader's packets, one enumeration of it, and the task of the pending read.</summary>
/// <remarks>It is not an async iterator, which would run a second state machine and task source for each packet.</remarks>
internal class PacketEnumeration(PacketReader reader, CancellationToken cancellationToken)
    : PacketWait, IAsyncEnumerable<PacketReadResult>, IAsyncEnumerator<PacketReadResult>, IValueTaskSource<bool>
{
    private CancellationTokenSource? _linked;
    private bool _isReading;
    private bool _isWaiting;
    private bool _hasEnded;

    public PacketReadResult Current { get; private set; }

    public IAsyncEnumerator<PacketReadResult> GetAsyncEnumerator(CancellationToken another = default)
    {
        if (!another.CanBeCanceled || another == cancellationToken)
        {
            return Create(cancellationToken);
        }

        if (!cancellationToken.CanBeCanceled)
        {
            return Create(another);
        }

        var linked = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken, another);
        PacketEnumeration enumeration = Create(linked.Token);
        enumeration._linked = linked;
        return enumeration;
    }

    public virtual ValueTask<bool> MoveNextAsync()
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

            Enter();
            _isReading = true;
            if (GetClosed() is null && TryTakeHeldBack(out PacketReadResult heldBack))
            {
                Current = heldBack;
                return new ValueTask<bool>(true);
            }
        }

        if (GetClosed() is { } closed)
        {
            return End(closed);
        }

        Exception? why;
        try
        {
            ValueTask<PacketReadResult> read = reader.ReadAsync(this, cancellationToken);
            if (!read.IsCompleted)
            {
                _isWaiting = true;
                return new ValueTask<bool>(this, Version);
            }

            PacketReadResult result = read.Result;
            why = Check(result);
            if (why is null && result.HasPacket)
            {
                Current = result;
                return new ValueTask<bool>(true);
            }
        }
        catch (Exception exception)
        {
            // All exceptions of the input reach the awaiting caller.
            why = Fail(exception, cancellationToken);
        }

        return End(why);
    }

    public ValueTask DisposeAsync()
    {
        if (_isWaiting)
        {
            Throw.EnumerationWaits();
        }

        Stop();
        return default;
    }

    bool IValueTaskSource<bool>.GetResult(short token)
    {
        if (GetStatus(token) == ValueTaskSourceStatus.Pending)
        {
            // This call throws, and the read continues.
            GetResult(token);
        }

        _isWaiting = false;
        Exception? why;
        try
        {
            PacketReadResult result = GetResult(token);
            why = Check(result);
            if (why is null && result.HasPacket)
            {
                Current = result;
                return true;
            }
        }
        catch (Exception exception)
        {
            why = Fail(exception, cancellationToken);
        }

        Stop();
        if (why is not null)
        {
            Throw.ReceivingEnded(why);
        }

        return false;
    }

    /// <summary>Creates another enumeration of the same packets.</summary>
    private protected virtual PacketEnumeration Create(CancellationToken token) => new(reader, token);

    /// <summary>Begins to use the reader. Throws <see cref="InvalidOperationException"/> if another enumeration uses it.</summary>
    private protected virtual void Enter()
    {
    }

    /// <summary>Ends the use of the reader.</summary>
    private protected virtual void Leave()
    {
    }

    /// <summary>Takes the packet that an earlier enumeration did not get, if there is one.</summary>
    private protected virtual bool TryTakeHeldBack(out PacketReadResult result)
    {
        result = default;
        return false;
    }

    /// <summary>Returns why packets may no longer be read, even received ones, or <see langword="null"/>.</summary>
    private protected virtual Exception? GetClosed() => null;

    /// <summary>Checks a result before the caller gets it. Does not throw.</summary>
    /// <returns>The exception that the caller gets instead, or <see langword="null"/>.</returns>
    private protected virtual Exception? Check(in PacketReadResult result) => result.HasPacket ? null : reader.GetEndReason(result);

    /// <summary>Returns what the caller gets for the exception of a read, or <see langword="null"/> to end the packets.</summary>
    private protected virtual Exception? Fail(Exception exception, CancellationToken token) => exception;

    private ValueTask<bool> End(Exception? why)
    {
        Stop();
        return why switch
        {
            null => default,
            OperationCanceledException { CancellationToken.IsCancellationRequested: true } canceled =>
                new ValueTask<bool>(Task.FromCanceled<bool>(canceled.CancellationToken)),
            _ => new ValueTask<bool>(Task.FromException<bool>(why)),
        };
    }

    private void Stop()
    {
        _hasEnded = true;
        _linked?.Dispose();
        if (_isReading)
        {
            _isReading = false;
            Leave();
        }
    }
}
