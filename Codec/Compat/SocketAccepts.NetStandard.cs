#if !NET
using System.Net.Sockets;
using System.Threading;
using System.Threading.Tasks;

namespace Codec.Compat;

/// <summary>Accepting that seems to be cancelled: netstandard cannot cancel it, so it continues, and the next call gets its result.</summary>
internal sealed class SocketAccepts(Socket listener)
{
    private readonly ResumableWait<Socket> _wait = new();

    internal ValueTask<Socket> AcceptAsync(CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        return _wait.WaitAsync(_wait.Pending ?? listener.AcceptAsync(), cancellationToken);
    }
}
#endif
