namespace Codec.Transport;

/// <summary>The packets that were written and not flushed. A gate guards them, which costs much less than the connection's lock.</summary>
/// <remarks>
/// <para>
/// A thread that needs both enters the gate first, and then the lock. If the thread is inside a call of a payload writer or an observer, which holds the
/// lock, it must not enter.
/// </para>
/// <para>
/// An interlocked operation takes longer than a packet of 64 bytes. So the gate belongs to the first thread that enters after a flush, which enters again
/// with plain stores. Another thread takes it away with a barrier on all cores, which takes microseconds; from then on, all threads use interlocked
/// operations. This is the biased lock of D. Dice, M. Moir and W. Scherer, "Quickly reacquirable locks" (2003).
/// </para>
/// </remarks>
internal sealed class WriteBatch
{
    // Values of _owner beside the id of a thread.
    private const int Nobody = 0;
    private const int Changing = -1;
    private const int Everybody = -2;

    private int _owner = CoreBarrier.Exists ? Nobody : Everybody;

    // Whether the owner is inside. Only that thread sets it, perhaps for a moment after it has lost the gate.
    private bool _isOwnerInside;

    // 1 while a thread other than the owner is inside.
    private int _isTaken;

    // The thread whose message is being written, or 0. A thread can see its own id only if it is that thread.
    private int _writer;

    /// <summary>Gets the packets. Requires the gate, except to find out whether the calling thread has written any.</summary>
    internal SendBuffer Packets { get; } = new();

    /// <summary>Gets whether the calling thread is writing a message.</summary>
    internal bool IsWritingMessage => _writer != 0 && _writer == Environment.CurrentManagedThreadId;

    /// <exception cref="InvalidOperationException">The message that the calling thread is writing calls the method.</exception>
    internal void Enter()
    {
        if (!TryEnter())
        {
            Wait();
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal bool TryEnter() => TryEnterAsOwner(Environment.CurrentManagedThreadId) || TryEnterRare();

    /// <summary>Records that the thread that has entered calls a message.</summary>
    internal void BeginMessage() => _writer = Environment.CurrentManagedThreadId;

    internal void EndMessage() => _writer = 0;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal void Exit()
    {
        if (_isTaken == 0)
        {
            Volatile.Write(ref _isOwnerInside, false);
        }
        else
        {
            Volatile.Write(ref _isTaken, 0);
        }
    }

    /// <summary>Exits after a flush. The next thread that enters becomes the owner.</summary>
    internal void ExitFlushed()
    {
        Exit();
        int thread = Environment.CurrentManagedThreadId;
        if (_owner == thread)
        {
            _ = Interlocked.CompareExchange(ref _owner, Nobody, thread);
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool TryEnterAsOwner(int thread)
    {
        if (_owner != thread || _isOwnerInside)
        {
            return false;
        }

        // The barrier of a thread that takes the gate away comes before or after the store: either that thread sees it, or this one sees the new owner.
        Volatile.Write(ref _isOwnerInside, true);
        if (Volatile.Read(ref _owner) == thread)
        {
            return true;
        }

        Volatile.Write(ref _isOwnerInside, false);
        return false;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool TryEnterRare()
    {
        int owner = Volatile.Read(ref _owner);
        int thread = Environment.CurrentManagedThreadId;
        if (owner == Nobody)
        {
            return Interlocked.CompareExchange(ref _owner, thread, Nobody) == Nobody && TryEnterAsOwner(thread);
        }

        if (owner > 0 && owner != thread && Interlocked.CompareExchange(ref _owner, Changing, owner) == owner)
        {
            CoreBarrier.Run();
            SpinWait spin = default;
            while (Volatile.Read(ref _isOwnerInside))
            {
                spin.SpinOnce();
            }

            Volatile.Write(ref _owner, owner = Everybody);
        }

        return owner == Everybody && Interlocked.CompareExchange(ref _isTaken, 1, 0) == 0;
    }

    // Threads that write through one connection at the same time are rare, and a packet takes some nanoseconds.
    private void Wait()
    {
        if (IsWritingMessage)
        {
            Throw.ConnectionCalledBack();
        }

        SpinWait spin = default;
        while (!TryEnter())
        {
            spin.SpinOnce();
        }
    }
}
