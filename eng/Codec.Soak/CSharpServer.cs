using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using System.Net.WebSockets;
using System.Security.Authentication;
using System.Security.Cryptography.X509Certificates;
using System.Threading;
using System.Threading.Tasks;
using Codec.Transport;

namespace Codec.Soak;

/// <summary>The C# server of a round: a listener for each transport, and one more whose connections have deadlines.</summary>
internal sealed class CSharpServer : IDisposable
{
    /// <summary>The deadlines of links that become silent. They are far longer than a busy machine needs for a packet.</summary>
    public static readonly PacketConnectionOptions Strict =
        new() { IdleTimeout = TimeSpan.FromSeconds(1), HalfPacketTimeout = TimeSpan.FromSeconds(1), SendLimit = 200_000, Observer = BroadcastObserver.Instance };

    private static readonly PacketConnectionOptions Patient = new() { Observer = BroadcastObserver.Instance };

    // With this limit and the small buffer of the sockets, a broadcast waits for each connection whose relay stalls.
    private static readonly PacketConnectionOptions SmallLimit = new() { SendLimit = 2000, Observer = BroadcastObserver.Instance };

    /// <summary>The maximum time until TLS begins. The library's deadlines start after that.</summary>
    public static readonly TimeSpan HandshakeTimeout = TimeSpan.FromSeconds(30);

    private readonly Func<uint, LinkEnd?> _find;
    private readonly X509Certificate2 _certificate;
    private readonly PacketListener _tcp = new(Loopback, options: Patient);
    private readonly PacketListener _strict = new(Loopback, options: Strict);
    private readonly Socket _tls = Listen();
    private readonly Socket _webSocket = Listen();
    private readonly List<Task> _sessions = [];
    private readonly Task[] _accepting;
    private volatile bool _isStopping;

    public CSharpServer(Func<uint, LinkEnd?> find, X509Certificate2 certificate)
    {
        _find = find;
        _certificate = certificate;
        _accepting =
        [
            AcceptAsync(_tcp),
            AcceptAsync(_strict),
            AcceptAsync(_tls, AuthenticateAsync),
            AcceptAsync(_webSocket, stream =>
                Task.FromResult(new PacketConnection(WebSocket.CreateFromStream(stream, isServer: true, subProtocol: null, Timeout.InfiniteTimeSpan), options: SmallLimit))),
        ];
    }

    private static IPEndPoint Loopback => new(IPAddress.Loopback, 0);

    /// <summary>Gets the number of times that a listener could not accept because the system lacked resources.</summary>
    public int FailedAccepts { get; private set; }

    /// <summary>Gets the errors that occurred.</summary>
    public string? Wrong { get; private set; }

    /// <summary>Gets the number of sessions that have ended.</summary>
    public int EndedSessions
    {
        get
        {
            lock (_sessions)
            {
                return _sessions.Count(session => session.IsCompleted);
            }
        }
    }

    /// <summary>Returns the address at which the server listens for a link.</summary>
    public EndPoint EndPointFor(LinkPlan plan) => plan.Transport switch
    {
        LinkTransport.Tls => _tls.LocalEndPoint!,
        LinkTransport.WebSocket => _webSocket.LocalEndPoint!,
        _ => plan.Fault == LinkFault.HalfOpen ? _strict.EndPoint : _tcp.EndPoint,
    };

    /// <summary>Stops accepting connections.</summary>
    public async Task StopAsync()
    {
        _isStopping = true;
        Dispose();
        await Task.WhenAll(_accepting).ConfigureAwait(false);
    }

    public void Dispose()
    {
        _tcp.Dispose();
        _strict.Dispose();
        _tls.Dispose();
        _webSocket.Dispose();
    }

    private static Socket Listen()
    {
        Socket socket = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { SendBufferSize = 4096 };
        socket.Bind(Loopback);
        socket.Listen();
        return socket;
    }

    private Task AcceptAsync(PacketListener listener) => AcceptAsync(async () =>
    {
        PacketConnection connection = await listener.AcceptAsync().ConfigureAwait(false);
        return RunAsync(Task.FromResult(connection));
    });

    private Task AcceptAsync(Socket listener, Func<Stream, Task<PacketConnection>> connect) => AcceptAsync(async () =>
    {
        Socket socket = await listener.AcceptAsync().ConfigureAwait(false);
        socket.NoDelay = true;
        return RunAsync(connect(new NetworkStream(socket, ownsSocket: true)));
    });

    private async Task AcceptAsync(Func<Task<Task>> accept)
    {
        while (!_isStopping)
        {
            try
            {
                Task session = await accept().ConfigureAwait(false);
                lock (_sessions)
                {
                    _sessions.Add(session);
                }
            }
            catch (SocketException exception) when (exception.SocketErrorCode == SocketError.TooManyOpenSockets)
            {
                FailedAccepts++;
                await Task.Delay(20).ConfigureAwait(false);
            }
            catch (Exception exception)
            {
                if (!_isStopping)
                {
                    Wrong ??= $"accepting threw {exception}";
                }

                return;
            }
        }
    }

    private async Task RunAsync(Task<PacketConnection> connecting)
    {
        try
        {
            PacketConnection connection;
            try
            {
                connection = await connecting.ConfigureAwait(false);
            }
            catch (Exception exception) when (exception is IOException or AuthenticationException or OperationCanceledException)
            {
                // The link was cut before TLS began.
                return;
            }

            Session session = new(connection, _find);
            await session.RunAsync().ConfigureAwait(false);
            Wrong ??= session.Wrong;
            ResourceCheck.Watch(connection, $"the server of {session.End?.Plan}");
        }
        catch (Exception exception)
        {
            Wrong ??= $"a session threw {exception}";
        }
    }

    private async Task<PacketConnection> AuthenticateAsync(Stream stream)
    {
        SslStream tls = new(stream);
        try
        {
            using CancellationTokenSource timeout = new(HandshakeTimeout);
            await tls.AuthenticateAsServerAsync(new SslServerAuthenticationOptions { ServerCertificate = _certificate }, timeout.Token).ConfigureAwait(false);
            return new PacketConnection(tls, options: SmallLimit);
        }
        catch
        {
            await tls.DisposeAsync().ConfigureAwait(false);
            throw;
        }
    }
}
