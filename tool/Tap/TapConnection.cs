namespace Codec.Cli.Tap;

/// <summary>A connection through a tap, between an accepted client and the server.</summary>
internal sealed class TapConnection(Socket client, IPEndPoint[] servers, TapOptions options, TapLog log, TimeProvider clock) : IDisposable
{
    // The time to connect to the server, after which a game would also give up. The server's addresses share it.
    private static readonly TimeSpan ConnectTimeout = TimeSpan.FromSeconds(10);

    private const string Stopped = "the tap stopped";
    private Socket? _server;
    private SocketLine? _toServer;
    private SocketLine? _toClient;

    /// <summary>Gets the number of the connection, or 0 if it is not open yet.</summary>
    public uint Number { get; private set; }

    /// <summary>Forwards bytes until both directions have ended, a side fails, or the line is cut.</summary>
    public async Task RunAsync(CancellationToken cancellationToken)
    {
        using CancellationTokenSource stop = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        try
        {
            // Either may throw if the client has already disconnected.
            Number = log.Open(client.RemoteEndPoint?.ToString() ?? "");
            client.NoDelay = true;
            (_server, string reasons) = await Sockets.TryConnectAsync(servers, ConnectTimeout / servers.Length, stop.Token).ConfigureAwait(false);
            if (_server is not null)
            {
                await ForwardAsync(_server, stop, cancellationToken).ConfigureAwait(false);
            }
            else
            {
                log.Event(Number, "failed", reasons, CaptureDirection.Inbound, isFailure: true);
                Reset();
            }
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException or OperationCanceledException)
        {
            bool isFailure = !cancellationToken.IsCancellationRequested;
            log.Event(Number, isFailure ? "failed" : "closed", isFailure ? $"the client: {exception.Message}" : Stopped, isFailure ? CaptureDirection.Outbound : default, isFailure);
        }
        finally
        {
            Dispose();
        }
    }

    /// <summary>Sends a packet between two packets of a side, as <see cref="SocketLine.TryInjectAsync"/> does.</summary>
    /// <param name="direction">Outbound to send to the server, inbound to send to the client.</param>
    public async Task<bool> TryInjectAsync(CaptureDirection direction, ReadOnlyMemory<byte> packet, CancellationToken cancellationToken) =>
        (direction == CaptureDirection.Outbound ? _toServer : _toClient) is { } line
        && await line.TryInjectAsync(packet, cancellationToken).ConfigureAwait(false);

    public void Dispose()
    {
        client.Dispose();
        _server?.Dispose();
    }

    private async Task ForwardAsync(Socket server, CancellationTokenSource stop, CancellationToken cancellationToken)
    {
        LineConditions conditions = options.Conditions;
        StreamTap sent = new(log, Number, CaptureDirection.Outbound, options.Format);
        StreamTap received = new(log, Number, CaptureDirection.Inbound, options.Format);
        int seed = unchecked(conditions.Seed + (int)(2 * Number));
        TapSide from = new("client", CaptureDirection.Outbound, client, clock);
        TapSide to = new("server", CaptureDirection.Inbound, server, clock);
        _toServer = new SocketLine(from, to, sent, conditions, new LineSchedule(conditions, clock, seed), clock);
        _toClient = new SocketLine(to, from, received, conditions, new LineSchedule(conditions, clock, seed + 1), clock);
        Task toServer = _toServer.RunAsync(stop.Token);
        Task toClient = _toClient.RunAsync(stop.Token);
        Task both = Task.WhenAll(toServer, toClient);
        Task cut = Task.Delay(conditions.DisconnectAfter ?? Timeout.InfiniteTimeSpan, clock, stop.Token);

        // Wait until both directions have ended, all bytes of a side that has failed are forwarded, the time is over, or the tap stops. A line that cannot
        // write is not the end: the other line still forwards what that side sent before it failed.
        Task first = await Task.WhenAny(toServer, toClient, cut).ConfigureAwait(false);
        if (first != cut && (first == toServer ? from : to).Error is null)
        {
            first = await Task.WhenAny(first == toServer ? toClient : toServer, cut).ConfigureAwait(false);
        }

        // The token of the tap: it is cancelled before anything closes the sockets. Later errors are the result of closing them.
        bool isStopping = cancellationToken.IsCancellationRequested;
        TapSide early = from.End <= to.End ? from : to;
        TapSide late = early == from ? to : from;
        TapSide? failed = isStopping || first == cut ? null : early.Error is not null ? early : late.Error is not null ? late : null;
        string reason = isStopping ? Stopped
            : first == cut ? $"disconnected after {conditions.DisconnectAfter!.Value.TotalSeconds:0.###} s"
            : failed?.Error is { } error ? $"the {failed.Name} {(error.SocketErrorCode == SocketError.ConnectionReset ? "reset the connection" : $"failed: {error.Message}")}"
            : $"the {early.Name} ended first, then the {late.Name}";
        if (first == cut || failed is not null)
        {
            Reset();
        }

        await stop.CancelAsync().ConfigureAwait(false);
        Dispose();
        try
        {
            await both.ConfigureAwait(false);
        }
        catch (Exception exception) when (exception is ObjectDisposedException or OperationCanceledException)
        {
        }

        foreach (StreamTap tap in (StreamTap[])[sent, received])
        {
            if (isStopping || first == cut)
            {
                tap.Cut();
            }
            else
            {
                // Reports an incomplete packet that a reset connection has left.
                tap.End();
            }
        }

        CaptureDirection direction = isStopping || first == cut ? CaptureDirection.Unknown : (failed ?? early).Direction;
        log.Event(Number, "closed", reason, direction, isFailure: failed is not null);
    }

    /// <summary>Resets both sides, so that neither treats this as a regular end.</summary>
    private void Reset()
    {
        foreach (Socket? socket in (Socket?[])[client, _server])
        {
            try
            {
                socket?.LingerState = new LingerOption(enable: true, 0);

                // Dispose would first shut down the connection.
                socket?.Close(0);
            }
            catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
            {
            }
        }
    }
}
