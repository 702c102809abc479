using System;
using System.Threading;

namespace Codec.Transport;

/// <summary>The slot of one connection in its listener's limit. It is returned once, at the latest when the connection is collected.</summary>
internal sealed class ConnectionSlot(ConnectionLimit limit) : IDisposable
{
    private int _isGivenBack;

    ~ConnectionSlot() => GiveBack();

    /// <summary>Gives the slot back. A second call is a no-op.</summary>
    public void Dispose()
    {
        GiveBack();
        GC.SuppressFinalize(this);
    }

    private void GiveBack()
    {
        if (Interlocked.Exchange(ref _isGivenBack, 1) == 0)
        {
            limit.GiveBack();
        }
    }
}
