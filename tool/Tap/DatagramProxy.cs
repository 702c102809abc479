namespace Codec.Cli.Tap;

/// <summary>Forwards the datagrams of clients to the server, and those of the server to the clients.</summary>
internal sealed class DatagramProxy(Socket listener, IPEndPoint server, TapOptions options, TapLog log, TimeProvider clock)
{
    // Each session has a socket and 64 KB. If there are too many, the session that has been idle for the longest time ends.
    private const int MaxSessions = 1024;

    // The number of files that the runtime may have to open when code runs for the first time.
    private const int SpareFiles = 32;

    private readonly Dictionary<SocketAddress, DatagramSession> _sessions = [];
    private int _maxSessions = Math.Min(MaxSessions, UnixDescriptor.MaxSockets);

    public Socket Listener => listener;

    /// <summary>Gets the address of the listener, which has none while a send fails.</summary>
    public EndPoint ListenerAddress { get; } = listener.LocalEndPoint!;

    public IPEndPoint Server => server;
    public TapOptions Options => options;
    public TapLog Log => log;
    public TimeProvider Clock => clock;

    public async Task RunAsync(CancellationToken cancellationToken)
    {
        try
        {
            // On some systems, ICMP reports that a client has closed its socket.
            await new DatagramReader(listener, CaptureDirection.Outbound, log)
                .RunAsync((datagram, from) => TakeAsync(datagram, from, cancellationToken), _ => { }, cancellationToken).ConfigureAwait(false);
        }
        catch (OperationCanceledException)
        {
        }
        finally
        {
            foreach (DatagramSession session in _sessions.Values)
            {
                await session.DisposeAsync().ConfigureAwait(false);
            }
        }
    }

    private async ValueTask TakeAsync(ReadOnlyMemory<byte> datagram, SocketAddress from, CancellationToken cancellationToken)
    {
        try
        {
            DatagramSession session = await SessionOfAsync(from, cancellationToken).ConfigureAwait(false);
            session.TakeFromClient(datagram.Span);
        }
        catch (SocketException exception)
        {
            // The datagram is lost.
            log.CountLost(CaptureDirection.Outbound);
            log.Reject($"{ListenerAddress.Create(from)} was not accepted: {exception.Message}");
            if (exception.SocketErrorCode is not (SocketError.TooManyOpenSockets or SocketError.NoBufferSpaceAvailable))
            {
                return;
            }

            // No sockets are left. Enough sessions are ended for the process to open files again.
            _maxSessions = Math.Max(1, _sessions.Count - SpareFiles);
            while (_sessions.Count > _maxSessions)
            {
                await EndOldestAsync().ConfigureAwait(false);
            }
        }
    }

    private async ValueTask<DatagramSession> SessionOfAsync(SocketAddress client, CancellationToken cancellationToken)
    {
        if (_sessions.TryGetValue(client, out DatagramSession? session))
        {
            return session;
        }

        if (_sessions.Count >= _maxSessions)
        {
            await EndOldestAsync().ConfigureAwait(false);
        }

        session = new DatagramSession(this, client, cancellationToken);
        _sessions.Add(client, session);
        return session;
    }

    private async ValueTask EndOldestAsync()
    {
        SocketAddress oldest = _sessions.MinBy(pair => pair.Value.LastUse).Key;
        _sessions.Remove(oldest, out DatagramSession? session);
        await session!.DisposeAsync().ConfigureAwait(false);
    }
}
