using System;
using System.Net;
using System.Net.Sockets;
using System.Threading;
using System.Threading.Tasks;

namespace Codec.Soak;

/// <summary>A relay between the client and the server of one link. It forwards their bytes and causes the fault of the link.</summary>
internal sealed class Relay : IDisposable
{
    // The buffer is small, so that the sender soon waits if the relay does not read.
    private const int SocketBuffer = 16 * 1024;

    private readonly EndPoint _server;
    private readonly Socket _listener = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { ReceiveBufferSize = SocketBuffer };
    private readonly TaskCompletionSource _released = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private Socket? _toClient;
    private Socket? _toServer;
    private int _isCut;

    public Relay(LinkPlan plan, EndPoint server)
    {
        _server = server;
        FromClient = new RelayPump(this, plan, isToServer: true);
        FromServer = new RelayPump(this, plan, isToServer: false);
    }

    public RelayPump FromClient { get; }

    public RelayPump FromServer { get; }

    /// <summary>Gets whether a client has connected.</summary>
    public bool HasClient => _toClient is not null;

    /// <summary>Gets whether a client has connected, and the relay has connected to the server.</summary>
    public bool IsConnected => _toServer is not null;

    /// <summary>Gets whether the relay stopped forwarding before the streams ended.</summary>
    public bool IsCut => Volatile.Read(ref _isCut) != 0;

    /// <summary>Gets or sets whether the plan's fault has started.</summary>
    public bool HasBegunFault { get; set; }

    /// <summary>Gets whether the relay has become silent.</summary>
    public bool IsSilent { get; private set; }

    /// <summary>Starts to listen for the client.</summary>
    /// <param name="endPoint">The address. Port 0 lets the system choose the port.</param>
    /// <returns>The address with its port.</returns>
    public IPEndPoint Listen(IPEndPoint endPoint)
    {
        _listener.Bind(endPoint);
        _listener.Listen();
        return (IPEndPoint)_listener.LocalEndPoint!;
    }

    /// <summary>Forwards bytes of one client until both directions have ended.</summary>
    public async Task RunAsync()
    {
        try
        {
            _toClient = await _listener.AcceptAsync().ConfigureAwait(false);
            _listener.Dispose();
            Socket toServer = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { ReceiveBufferSize = SocketBuffer };
            _toServer = toServer;
            await toServer.ConnectAsync(_server).ConfigureAwait(false);
            _toClient.NoDelay = toServer.NoDelay = true;
            await Task.WhenAll(FromClient.RunAsync(_toClient, toServer), FromServer.RunAsync(toServer, _toClient)).ConfigureAwait(false);
        }
        finally
        {
            _toClient?.Dispose();
            _toServer?.Dispose();
        }
    }

    /// <summary>Makes both directions silent until <see cref="Release"/>.</summary>
    public Task WaitSilently()
    {
        IsSilent = true;
        return _released.Task;
    }

    /// <summary>Waits while the relay is silent.</summary>
    public Task WaitIfSilent() => IsSilent ? _released.Task : Task.CompletedTask;

    /// <summary>Lets a silent relay forward the rest.</summary>
    public void Release() => _released.TrySetResult();

    /// <summary>Starts to cut the link.</summary>
    /// <returns>Whether this is the first call.</returns>
    public bool TryCut() => Interlocked.Exchange(ref _isCut, 1) == 0;

    /// <summary>Resets both connections.</summary>
    public void Reset()
    {
        TryCut();
        _released.TrySetResult();
        Reset(_toClient!);
        Reset(_toServer!);
    }

    /// <summary>Closes a connection with a reset.</summary>
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
        $"relay: {(IsConnected ? "connected" : "waits for the client")}{(IsSilent ? ", silent" : "")}{(IsCut ? ", cut" : "")}, to the server {FromClient}, to the client {FromServer}";
}
