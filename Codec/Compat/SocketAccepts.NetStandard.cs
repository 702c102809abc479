#if !NET
using System.Net.Sockets;
using System.Threading;
using System.Threading.Tasks;

namespace Codec.Compat;

/// <summary>netstandard's accepting knows no token: what is given up goes on, and the next call gets what it gives.</summary>
internal sealed class SocketAccepts(Socket listener)
{
    private Task<Socket>? _pending;

    internal async ValueTask<Socket> AcceptAsync(CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        Task<Socket> accept = _pending ??= listener.AcceptAsync();
        TaskCompletionSource<bool> canceled = new(TaskCreationOptions.RunContinuationsAsynchronously);
        using CancellationTokenRegistration registration =
            cancellationToken.Register(static state => ((TaskCompletionSource<bool>)state!).TrySetResult(true), canceled);
        if (await Task.WhenAny(accept, canceled.Task).ConfigureAwait(false) != accept)
        {
            cancellationToken.ThrowIfCancellationRequested();
        }

        _pending = null;
        return await accept.ConfigureAwait(false);
    }
}
#endif
