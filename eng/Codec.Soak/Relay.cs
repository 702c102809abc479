namespace Codec.Soak;

/// <summary>A relay between the client and the server of one link. It forwards their bytes and causes the fault of the link.</summary>
internal sealed class Relay : IDisposable
{
    // The buffer is small, so that the sender soon waits if the relay does not read.
    private const int SocketBuffer = 16 * 1024;

    private readonly EndPoint _server;
    private readonly Socket _listener = NewSocket();
    private readonly TaskCompletionSource _released = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private Socket? _toClient;
    private Socket? _toServer;
    private int _isCut;

    public Relay(LinkPlan plan, EndPoint server)
    {
        _server = server;
        FromClient = new RelayPump(this, plan, isToServer: true);
        FromServer = new RelayPump(this, plan, isToServer: false);
        _listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        _listener.Listen();
    }

    public IPEndPoint EndPoint => (IPEndPoint)_listener.LocalEndPoint!;
    public RelayPump FromClient { get; }
    public RelayPump FromServer { get; }
    public bool IsConnected => _toServer is not null;

    /// <summary>Gets whether the relay stopped forwarding before the streams ended.</summary>
    public bool IsCut => Volatile.Read(ref _isCut) != 0;

    public bool HasBegunFault { get; set; }
    public bool IsSilent { get; private set; }

    public async Task RunAsync()
    {
        using Socket toClient = _toClient = await _listener.AcceptAsync().ConfigureAwait(false);
        using Socket toServer = _toServer = NewSocket();
        await toServer.ConnectAsync(_server).ConfigureAwait(false);
        toClient.NoDelay = toServer.NoDelay = true;
        await Task.WhenAll(FromClient.RunAsync(toClient, toServer), FromServer.RunAsync(toServer, toClient)).ConfigureAwait(false);
    }

    /// <summary>Makes both directions silent until <see cref="Reset()"/>.</summary>
    public Task WaitSilently()
    {
        IsSilent = true;
        return _released.Task;
    }

    public bool TryCut() => Interlocked.Exchange(ref _isCut, 1) == 0;

    public void Reset()
    {
        TryCut();
        _released.TrySetResult();
        Reset(_toClient!);
        Reset(_toServer!);
    }

    public static void Reset(Socket socket)
    {
        try
        {
            socket.LingerState = new LingerOption(true, 0);
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            // The socket is closed.
        }

        socket.Dispose();
    }

    public void Dispose()
    {
        _listener.Dispose();
        _toClient?.Dispose();
        _toServer?.Dispose();
    }

    public override string ToString() =>
        $"relay: connected {IsConnected}, silent {IsSilent}, cut {IsCut}, to the server {FromClient}, to the client {FromServer}";

    private static Socket NewSocket() => new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { ReceiveBufferSize = SocketBuffer };
}
