namespace Codec.Framing;

/// <summary>
/// The users of a reader's input: a read, and a Dispose that cancels this read. After Dispose, the last user completes the input. Dispose must not complete it
/// during the read, because the read would report a normal end. The read must not complete it during the cancellation, because the cancellation would reach the
/// next reader of the input.
/// </summary>
internal struct ReaderUse
{
    private const int Idle = 0;
    private const int Reading = 1;

    // Added to the number of users.
    private const int Disposed = 4;

    private int _state;

    /// <summary>Gets whether a read is in progress, and the reader has not been disposed.</summary>
    internal bool IsReading => Volatile.Read(ref _state) == Reading;

    /// <summary>Throws if a read is in progress, or if the reader has been disposed.</summary>
    internal readonly void ThrowUnlessIdle()
    {
        if (_state != Idle)
        {
            if (_state == Reading)
            {
                Throw.ReadInProgress();
            }

            Throw.Disposed(nameof(PacketReader));
        }
    }

    /// <summary>Begins a read. Throws if a read is in progress, or if the reader has been disposed.</summary>
    internal void Begin()
    {
        if (Interlocked.CompareExchange(ref _state, Reading, Idle) != Idle)
        {
            ThrowUnlessIdle();
        }
    }

    /// <summary>Ends a read.</summary>
    /// <returns><see langword="false"/> if the reader has been disposed meanwhile: the caller must then call <see cref="EndLast"/>.</returns>
    internal bool TryEnd() => Interlocked.CompareExchange(ref _state, Idle, Reading) == Reading;

    /// <summary>Disposes the reader. Returns <see langword="false"/> if the reader had been disposed before.</summary>
    /// <param name="isReading">Whether a read is in progress: the caller must then cancel it and call <see cref="EndLast"/>.</param>
    internal bool TryDispose(out bool isReading)
    {
        int state;
        do
        {
            state = Volatile.Read(ref _state);
            isReading = state == Reading;
            if (state >= Disposed)
            {
                return false;
            }
        }
        while (Interlocked.CompareExchange(ref _state, isReading ? Disposed + 2 : Disposed, state) != state);

        return true;
    }

    /// <summary>Ends one of the two uses of the input of a reader that was disposed during a read.</summary>
    /// <returns>Whether it was the last one: the caller must then complete the input.</returns>
    internal bool EndLast() => Interlocked.Decrement(ref _state) == Disposed;
}
