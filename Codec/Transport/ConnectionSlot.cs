using Codec.Packets;

namespace Codec.Transport;

/// <summary>
/// The slot of one connection in the number of open connections, and in the limit of its listener. It is returned once, at the latest when the connection is
/// collected.
/// </summary>
internal sealed class ConnectionSlot : IDisposable
{
    private readonly StrongBox<int>? _openConnections;
    private int _isGivenBack;

    /// <summary>Takes a slot.</summary>
    /// <param name="openConnections">
    /// The listener's number of open connections, which already includes this one, or <see langword="null"/> without a listener. The slot does not refer to
    /// the listener, so that a connection does not keep a forgotten listener open.
    /// </param>
    internal ConnectionSlot(StrongBox<int>? openConnections = null)
    {
        _openConnections = openConnections;
        PacketCounters.CountConnections(1);
    }

    ~ConnectionSlot() => GiveBack();

    public void Dispose()
    {
        GiveBack();
        GC.SuppressFinalize(this);
    }

    private void GiveBack()
    {
        if (Interlocked.Exchange(ref _isGivenBack, 1) == 0)
        {
            PacketCounters.CountConnections(-1);
            if (_openConnections is not null)
            {
                Interlocked.Decrement(ref _openConnections.Value);
            }
        }
    }
}
