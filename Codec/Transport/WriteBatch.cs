namespace Codec.Transport;

/// <summary>The packets that were written and not flushed. A gate guards them, which costs a third of the connection's lock.</summary>
/// <remarks>
/// A thread that needs both enters the gate first, and then the lock. If the thread is inside a call of a payload writer or an observer, which holds the
/// lock, it must not enter.
/// </remarks>
internal sealed class WriteBatch
{
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
    internal bool TryEnter() => Interlocked.CompareExchange(ref _isTaken, 1, 0) == 0;

    /// <summary>Notes that the thread that has entered calls a message.</summary>
    internal void BeginMessage() => _writer = Environment.CurrentManagedThreadId;

    internal void EndMessage() => _writer = 0;

    internal void Exit() => Volatile.Write(ref _isTaken, 0);

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
