namespace Codec.Cli.Tap;

/// <summary>Forwards the datagrams between one client and the server. Like a router, each session has its own socket to the server.</summary>
internal sealed class DatagramSession : IAsyncDisposable
{
    private readonly DatagramProxy _proxy;
    private readonly Socket _server;
    private readonly SocketAddress _client;
    private readonly uint _number;
    private readonly long _begin;
    private readonly DatagramLine _toServer;
    private readonly DatagramLine _toClient;
    private readonly CancellationTokenSource _stop;
    private readonly Task _running;
    private bool _hasFailed;

    /// <summary>Creates a session. Throws <see cref="SocketException"/> if no sockets are left, or the server's address cannot be reached.</summary>
    public DatagramSession(DatagramProxy proxy, SocketAddress client, CancellationToken cancellationToken)
    {
        _proxy = proxy;
        _client = client;
        _begin = proxy.Clock.GetTimestamp();
        _server = new Socket(proxy.Server.AddressFamily, SocketType.Dgram, ProtocolType.Udp);
        try
        {
            _server.Connect(proxy.Server);
        }
        catch
        {
            _server.Dispose();
            throw;
        }

        _stop = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        _number = proxy.Log.Open(proxy.ListenerAddress.Create(client).ToString() ?? "");
        LineConditions conditions = proxy.Options.Conditions;
        int seed = unchecked(conditions.Seed + (int)(2 * _number));
        _toServer = new DatagramLine(new LineSchedule(conditions, proxy.Clock, seed), SendToServerAsync);
        _toClient = new DatagramLine(new LineSchedule(conditions, proxy.Clock, seed + 1), SendToClientAsync);
        _running = RunAsync();
    }

    /// <summary>Gets the time when the client or the server last sent a datagram, as a timestamp of the clock.</summary>
    public long LastUse { get; private set; }

    public void TakeFromClient(ReadOnlySpan<byte> datagram) => Take(datagram, CaptureDirection.Outbound, _toServer);

    /// <summary>Ends the session. Datagrams that have not been delivered are lost. The task ends when the session no longer sends or receives.</summary>
    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync().ConfigureAwait(false);
        await _running.ConfigureAwait(false);
        _server.Dispose();
        _proxy.Log.CountLost(CaptureDirection.Outbound, _toServer.WaitingCount);
        _proxy.Log.CountLost(CaptureDirection.Inbound, _toClient.WaitingCount);
        _toServer.Dispose();
        _toClient.Dispose();
        _stop.Dispose();
    }

    private async Task RunAsync()
    {
        try
        {
            DatagramReader fromServer = new(_server, CaptureDirection.Inbound, _proxy.Log);
            await Task.WhenAll(_toServer.RunAsync(_stop.Token), _toClient.RunAsync(_stop.Token), fromServer.RunAsync(TakeFromServerAsync, Fail, _stop.Token)).ConfigureAwait(false);
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException or OperationCanceledException)
        {
        }
    }

    private ValueTask TakeFromServerAsync(ReadOnlyMemory<byte> datagram, SocketAddress from)
    {
        Take(datagram.Span, CaptureDirection.Inbound, _toClient);
        return ValueTask.CompletedTask;
    }

    // For each datagram, ICMP reports that no program listens at the server's address (yet).
    private void Fail(SocketException exception)
    {
        if (!_hasFailed)
        {
            _hasFailed = true;
            _proxy.Log.Event(_number, "failed", $"{_proxy.Server}: {exception.Message}", CaptureDirection.Inbound, isFailure: true);
        }
    }

    private void Take(ReadOnlySpan<byte> datagram, CaptureDirection direction, DatagramLine line)
    {
        LastUse = _proxy.Clock.GetTimestamp();
        if (PacketDecoder.TryDecodeDatagram(datagram, _proxy.Options.Format, out Packet packet, out PacketError error))
        {
            _proxy.Log.Packet(_number, direction, packet);
        }
        else
        {
            _proxy.Log.Invalid(_number, direction, error, 0, datagram);
        }

        if (_proxy.Clock.GetElapsedTime(_begin) >= _proxy.Options.Conditions.DisconnectAfter || !line.TryPost(datagram))
        {
            _proxy.Log.CountLost(direction);
        }
    }

    private ValueTask SendToServerAsync(ReadOnlyMemory<byte> datagram) =>
        SendAsync(CaptureDirection.Outbound, _server.SendAsync(datagram, SocketFlags.None, _stop.Token));

    private ValueTask SendToClientAsync(ReadOnlyMemory<byte> datagram) =>
        SendAsync(CaptureDirection.Inbound, _proxy.Listener.SendToAsync(datagram, SocketFlags.None, _client, _stop.Token));

    private async ValueTask SendAsync(CaptureDirection direction, ValueTask<int> sending)
    {
        try
        {
            await sending.ConfigureAwait(false);
        }
        catch (Exception exception)
        {
            // An earlier datagram was rejected, this one is too long for the network, or the tap stops.
            _proxy.Log.CountLost(direction);
            if (exception is not SocketException)
            {
                throw;
            }
        }
    }
}
