namespace Codec.Transport;

/// <summary>Counts the open connections of a listener up to a limit. Thread-safe.</summary>
/// <remarks>Connections refer to this object and not to the listener, so that they do not keep a forgotten listener open.</remarks>
internal sealed class ConnectionLimit(int max)
{
    private int _count;

    internal int Count => Volatile.Read(ref _count);

    /// <summary>Takes a slot for a connection.</summary>
    /// <returns>The slot, or <see langword="null"/> if the limit is reached.</returns>
    internal ConnectionSlot? TryTake()
    {
        if (Interlocked.Increment(ref _count) > max)
        {
            GiveBack();
            return null;
        }

        return new ConnectionSlot(this);
    }

    /// <summary>Releases a slot.</summary>
    internal void GiveBack() => Interlocked.Decrement(ref _count);
}
