using System.Security.Authentication;

namespace Codec.Soak;

/// <summary>The C# server of a round: a listener for each transport, and one more whose connections have deadlines.</summary>
internal sealed class CSharpServer : IDisposable
{
    private readonly Func<uint, LinkEnd?> _find;
    private readonly PacketListener _tcp = new(new IPEndPoint(IPAddress.Loopback, 0));
    private readonly PacketListener _strict = new(new IPEndPoint(IPAddress.Loopback, 0), options: Transports.WithDeadlines);
    private readonly Socket _tls = Listen();
    private readonly Socket _webSocket = Listen();
    private int _endedSessions;
    private readonly Task[] _accepting;
    private volatile bool _isStopping;

    public CSharpServer(Func<uint, LinkEnd?> find)
    {
        _find = find;

        // With this limit and the small buffer of the sockets, sends soon wait for the peer.
        PacketConnectionOptions smallLimit = new() { SendLimit = 2000 };
        _accepting =
        [
            AcceptAsync(() => _tcp.AcceptAsync(), Task.FromResult),
            AcceptAsync(() => _strict.AcceptAsync(), Task.FromResult),
            AcceptAsync(_tls.AcceptAsync, socket => Transports.ConnectAsync(socket, LinkTransport.Tls, isServer: true, smallLimit)),
            AcceptAsync(_webSocket.AcceptAsync, socket => Transports.ConnectAsync(socket, LinkTransport.WebSocket, isServer: true, smallLimit)),
        ];
    }

    public string? Wrong { get; private set; }
    public int EndedSessions => Volatile.Read(ref _endedSessions);

    public EndPoint EndPointFor(LinkPlan plan) => plan.Transport switch
    {
        LinkTransport.Tls => _tls.LocalEndPoint!,
        LinkTransport.WebSocket => _webSocket.LocalEndPoint!,
        _ => plan.Fault == LinkFault.HalfOpen ? _strict.EndPoint : _tcp.EndPoint,
    };

    public async Task StopAsync()
    {
        Dispose();
        await Task.WhenAll(_accepting).ConfigureAwait(false);
    }

    public void Dispose()
    {
        _isStopping = true;
        _tcp.Dispose();
        _strict.Dispose();
        _tls.Dispose();
        _webSocket.Dispose();
    }

    private static Socket Listen()
    {
        Socket socket = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { SendBufferSize = 4096 };
        socket.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        socket.Listen();
        return socket;
    }

    private async Task AcceptAsync<T>(Func<Task<T>> accept, Func<T, Task<PacketConnection>> connect)
    {
        while (!_isStopping)
        {
            try
            {
                _ = RunAsync(connect(await accept().ConfigureAwait(false)));
            }
            catch (Exception exception)
            {
                Wrong ??= _isStopping ? null : $"accepting threw {exception}";
                return;
            }
        }
    }

    private async Task RunAsync(Task<PacketConnection> connecting)
    {
        try
        {
            PacketConnection connection = await connecting.ConfigureAwait(false);
            ResourceCheck.Watch(connection, "the server of a link");
            Wrong ??= await new Session(connection, _find).RunAsync().ConfigureAwait(false);
        }
        catch (Exception exception) when (!connecting.IsCompletedSuccessfully && exception is IOException or AuthenticationException or OperationCanceledException)
        {
            // The link was cut before TLS began.
        }
        catch (Exception exception)
        {
            Wrong ??= $"a session threw {exception}";
        }

        Interlocked.Increment(ref _endedSessions);
    }
}
