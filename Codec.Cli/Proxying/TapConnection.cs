using System;
using System.Net;
using System.Net.Sockets;
using System.Threading;
using System.Threading.Tasks;
using Codec.Capture;
using Codec.Cli.Traffic;

namespace Codec.Cli.Proxying;

/// <summary>A connection through a tap, between an accepted client and the server.</summary>
/// <param name="client">The client's socket. The connection owns it.</param>
/// <param name="servers">The server's addresses, in the order in which they are tried.</param>
/// <param name="options">The options of the tap.</param>
/// <param name="log">The log of packets and events.</param>
/// <param name="clock">The clock.</param>
internal sealed class TapConnection(Socket client, IPEndPoint[] servers, TapOptions options, TapLog log, TimeProvider clock) : IDisposable
{
    // The time to connect to the server, after which a game would also give up. The server's addresses share it.
    private static readonly TimeSpan ConnectTimeout = TimeSpan.FromSeconds(10);

    private Socket? _server;
    private uint _number;

    /// <summary>Forwards bytes until both directions have ended, one fails, or the line is cut.</summary>
    /// <param name="cancellationToken">Closes the connection.</param>
    /// <returns>A task that ends when the connection is closed. It does not fail.</returns>
    public async Task RunAsync(CancellationToken cancellationToken)
    {
        using CancellationTokenSource stop = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        try
        {
            // Either may throw if the client has already disconnected.
            _number = log.Open(client.RemoteEndPoint?.ToString() ?? "");
            client.NoDelay = true;
            if (await TryConnectAsync(stop.Token).ConfigureAwait(false))
            {
                await ForwardAsync(stop, cancellationToken).ConfigureAwait(false);
            }
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException or OperationCanceledException)
        {
        }
        finally
        {
            Dispose();
        }
    }

    /// <summary>Closes both sockets.</summary>
    public void Dispose()
    {
        client.Dispose();
        _server?.Dispose();
    }

    private async Task<bool> TryConnectAsync(CancellationToken cancellationToken)
    {
        (_server, string reasons) = await ServerConnector.TryConnectAsync(servers, ConnectTimeout / servers.Length, cancellationToken).ConfigureAwait(false);
        if (_server is not null)
        {
            return true;
        }

        log.ReportFailure(_number, reasons);
        Reset();
        return false;
    }

    private async Task ForwardAsync(CancellationTokenSource stop, CancellationToken cancellationToken)
    {
        LineConditions conditions = options.Conditions;
        using StreamTap sent = new(log, _number, CaptureDirection.Outbound, options.Format);
        using StreamTap received = new(log, _number, CaptureDirection.Inbound, options.Format);
        int seed = unchecked(conditions.Seed + (int)(2 * _number));
        Task toServer = new SocketLine(client, _server!, sent, conditions, new LineSchedule(conditions, clock, seed), clock).RunAsync(stop.Token);
        Task toClient = new SocketLine(_server!, client, received, conditions, new LineSchedule(conditions, clock, seed + 1), clock).RunAsync(stop.Token);
        Task both = Task.WhenAll(toServer, toClient);
        Task cut = Task.Delay(conditions.DisconnectAfter ?? Timeout.InfiniteTimeSpan, clock, stop.Token);

        // Wait until both directions have ended, one has failed, the time is over, or the tap stops.
        Task first = await Task.WhenAny(toServer, toClient, cut).ConfigureAwait(false);
        if (first != cut && first.IsCompletedSuccessfully)
        {
            first = await Task.WhenAny(first == toServer ? toClient : toServer, cut).ConfigureAwait(false);
        }

        // The token of the tap: it is cancelled before anything closes the sockets.
        bool isStopping = cancellationToken.IsCancellationRequested;
        string reason = "both sides ended";
        if (isStopping)
        {
            reason = "the tap stopped";
        }
        else if (first == cut)
        {
            reason = $"disconnected after {conditions.DisconnectAfter!.Value.TotalSeconds:0.###} s";
            Reset();
        }
        else if (!first.IsCompletedSuccessfully)
        {
            string side = first == toServer ? "client to server" : "server to client";
            reason = $"{side}: {first.Exception?.InnerException?.Message}";
            Reset();
        }

        await stop.CancelAsync().ConfigureAwait(false);
        Dispose();
        try
        {
            await both.ConfigureAwait(false);
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException or OperationCanceledException)
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

        log.Event(_number, "closed", reason);
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
