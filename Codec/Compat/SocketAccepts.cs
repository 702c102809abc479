namespace Codec.Compat;

/// <summary>Accepts sockets. netstandard cannot cancel an accept: a cancelled one continues, and the next call returns its result.</summary>
[SuppressMessage("Performance", "CA1822:Mark members as static", Justification = "netstandard's have a state.")]
internal sealed class SocketAccepts(Socket listener)
{
#if NET
    internal ValueTask<Socket> AcceptAsync(CancellationToken cancellationToken) => listener.AcceptAsync(cancellationToken);

    internal void Abandon()
    {
    }
#else
    private readonly UncancelableWait<Socket> _wait = new();

    internal ValueTask<Socket> AcceptAsync(CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        return _wait.WaitAsync(_wait.Pending ?? listener.AcceptAsync(), cancellationToken);
    }

    /// <summary>Closes the socket of an accept that continues, or ignores its failure.</summary>
    internal void Abandon() => _wait.Abandon();
#endif
}
