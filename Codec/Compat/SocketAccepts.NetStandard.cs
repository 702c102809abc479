#if !NET
using System.Net.Sockets;
using System.Threading;
using System.Threading.Tasks;

namespace Codec.Compat;

/// <summary>netstandard's accepting knows no token: what is given up goes on, and the next call gets what it gives.</summary>
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
