#if NET
using System.Net.Sockets;
using System.Threading;
using System.Threading.Tasks;

namespace Codec.Compat;

/// <summary>Accepts sockets. An accept can be cancelled.</summary>
internal sealed class SocketAccepts(Socket listener)
{
    internal ValueTask<Socket> AcceptAsync(CancellationToken cancellationToken) => listener.AcceptAsync(cancellationToken);
}
#endif
