#if NET
namespace Codec.Compat;

/// <summary>Accepts sockets. An accept can be cancelled.</summary>
internal sealed class SocketAccepts(Socket listener)
{
    internal ValueTask<Socket> AcceptAsync(CancellationToken cancellationToken) => listener.AcceptAsync(cancellationToken);

    [SuppressMessage("Performance", "CA1822:Mark members as static", Justification = "netstandard's has a state.")]
    internal void Abandon()
    {
    }
}
#endif
