#if !NET
namespace Codec.Compat;

/// <summary>Accepts sockets. netstandard cannot cancel an accept: a cancelled one continues, and the next call returns its result.</summary>
internal sealed class SocketAccepts(Socket listener)
{
    private readonly ResumableWait<Socket> _wait = new();

    internal ValueTask<Socket> AcceptAsync(CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        return _wait.WaitAsync(_wait.Pending ?? listener.AcceptAsync(), cancellationToken);
    }

    /// <summary>Closes the socket of an accept that continues, or ignores its failure.</summary>
    internal void Abandon() => _wait.Abandon();
}
#endif
