using System.Diagnostics.CodeAnalysis;

namespace Codec.Capture;

/// <summary>Admits one operation at a time. If the owner is disposed during an operation, its resources are released when the operation ends.</summary>
/// <remarks>Store it in one field that is not read-only, and do not copy it. Thread-safe.</remarks>
internal struct OperationGate
{
    private const int Idle = 0;
    private const int Busy = 1;
    private const int DisposedWhileBusy = 2;
    private const int Disposed = 3;
    private volatile int _state;
    private string? _operation;

    internal readonly bool IsIdle => _state == Idle;

    /// <summary>Gets whether the owner was disposed, even if an operation has not ended yet.</summary>
    internal readonly bool IsDisposed => _state >= DisposedWhileBusy;

    internal readonly void Check(string owner)
    {
        int state = _state;
        if (state != Idle)
        {
            Refuse(owner, state);
        }
    }

    internal void Enter(string owner, string operation)
    {
        int state = Interlocked.CompareExchange(ref _state, Busy, Idle);
        if (state != Idle)
        {
            Refuse(owner, state);
        }

        _operation = operation;
    }

    /// <summary>Ends the operation.</summary>
    /// <returns><see langword="false"/> if the owner was disposed in the meantime. The caller must then release the resources.</returns>
    internal bool TryLeave() => Interlocked.CompareExchange(ref _state, Idle, Busy) == Busy;

    /// <summary>Disposes the owner.</summary>
    /// <returns>
    /// <see langword="true"/> if the caller must release everything now; <see langword="false"/> if this was already done, or is done when the
    /// pending operation ends.
    /// </returns>
    internal bool TryDispose()
    {
        for (; ; )
        {
            int state = _state;
            if (state >= DisposedWhileBusy)
            {
                return false;
            }

            if (Interlocked.CompareExchange(ref _state, state == Idle ? Disposed : DisposedWhileBusy, state) == state)
            {
                return state == Idle;
            }
        }
    }

    /// <summary>Throws because of a state that was read before. The state may have changed since.</summary>
    [DoesNotReturn]
    private readonly void Refuse(string owner, int state)
    {
        if (state >= DisposedWhileBusy)
        {
            Throw.Disposed(owner);
        }

        Throw.OperationPending(owner, _operation);
    }
}
