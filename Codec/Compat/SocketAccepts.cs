#if NET
using System.Net.Sockets;
using System.Threading;
using System.Threading.Tasks;

namespace Codec.Compat;

/// <summary>Accepting that can be cancelled.</summary>
internal sealed class SocketAccepts(Socket listener)
{
    internal ValueTask<Socket> AcceptAsync(CancellationToken cancellationToken) => listener.AcceptAsync(cancellationToken);
}
#endif
