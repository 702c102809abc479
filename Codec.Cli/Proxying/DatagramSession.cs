using System;
using System.Net;
using System.Net.Sockets;
using System.Threading;
using System.Threading.Tasks;
using Codec.Capture;
using Codec.Framing;
using Codec.Packets;

namespace Codec.Cli.Proxying;

/// <summary>Forwards the datagrams between one client and the server. Like a router, each session has its own socket to the server.</summary>
internal sealed class DatagramSession : IAsyncDisposable
{
    private const int LongestDatagram = 65_535;

    private readonly Socket _listener;
    private readonly Socket _server;
    private readonly SocketAddress _client;
    private readonly IPEndPoint _target;
    private readonly TapOptions _options;
    private readonly TapLog _log;
    private readonly TimeProvider _clock;
    private readonly uint _number;
    private readonly long _begin;
    private readonly DatagramLine _toServer;
    private readonly DatagramLine _toClient;
    private readonly CancellationTokenSource _stop;
    private readonly Task _running;
    private bool _hasFailed;

    /// <summary>Creates a session.</summary>
    /// <param name="listener">The socket that received the client's datagram. The caller owns it.</param>
    /// <param name="listenerAddress">The address of <paramref name="listener"/>.</param>
    /// <param name="client">The client's address, which must not change.</param>
    /// <param name="server">The server's address.</param>
    /// <param name="options">The options of the tap.</param>
    /// <param name="log">The log of packets and events.</param>
    /// <param name="clock">The clock.</param>
    /// <param name="cancellationToken">Stops the session.</param>
    /// <exception cref="SocketException">No sockets are left, or the server's address cannot be reached.</exception>
    public DatagramSession(
        Socket listener,
        EndPoint listenerAddress,
        SocketAddress client,
        IPEndPoint server,
        TapOptions options,
        TapLog log,
        TimeProvider clock,
        CancellationToken cancellationToken)
    {
        _listener = listener;
        _client = client;
        _target = server;
        _options = options;
        _log = log;
        _clock = clock;
        _begin = clock.GetTimestamp();
        _server = new Socket(server.AddressFamily, SocketType.Dgram, ProtocolType.Udp);
        try
        {
            _server.Connect(server);
        }
        catch
        {
            _server.Dispose();
            throw;
        }

        _stop = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        _number = log.Open(listenerAddress.Create(client).ToString() ?? "");
        int seed = unchecked(options.Conditions.Seed + (int)(2 * _number));
        _toServer = new DatagramLine(new LineSchedule(options.Conditions, clock, seed), SendToServerAsync, clock);
        _toClient = new DatagramLine(new LineSchedule(options.Conditions, clock, seed + 1), SendToClientAsync, clock);
        _running = RunAsync();
    }

    /// <summary>Gets the time when the client or the server last sent a datagram, as a timestamp of the clock.</summary>
    public long LastUse { get; private set; }

    /// <summary>Adds a datagram of the client.</summary>
    /// <param name="datagram">The datagram.</param>
    public void TakeFromClient(ReadOnlySpan<byte> datagram) => Take(datagram, CaptureDirection.Outbound, _toServer);

    /// <summary>Ends the session. Datagrams that have not been delivered are dropped.</summary>
    /// <returns>A task that ends when the session no longer sends or receives.</returns>
    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync().ConfigureAwait(false);
        _server.Dispose();
        await _running.ConfigureAwait(false);
        _toServer.Dispose();
        _toClient.Dispose();
        _stop.Dispose();
    }

    private async Task RunAsync()
    {
        try
        {
            await Task.WhenAll(_toServer.RunAsync(_stop.Token), _toClient.RunAsync(_stop.Token), ReceiveAsync()).ConfigureAwait(false);
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException or OperationCanceledException)
        {
        }
    }

    private async Task ReceiveAsync()
    {
        byte[] buffer = GC.AllocateUninitializedArray<byte>(LongestDatagram);
        for (; ; )
        {
            try
            {
                int count = await _server.ReceiveAsync(buffer, SocketFlags.None, _stop.Token).ConfigureAwait(false);
                Take(buffer.AsSpan(0, count), CaptureDirection.Inbound, _toClient);
            }
            catch (SocketException exception) when (!_stop.IsCancellationRequested)
            {
                // For each datagram, ICMP reports that no program listens at the server's address (yet).
                if (!_hasFailed)
                {
                    _hasFailed = true;
                    _log.ReportFailure(_number, $"{_target}: {exception.Message}");
                }
            }
        }
    }

    private void Take(ReadOnlySpan<byte> datagram, CaptureDirection direction, DatagramLine line)
    {
        LastUse = _clock.GetTimestamp();
        if (PacketDecoder.TryDecodeDatagram(datagram, _options.Format, out Packet packet, out PacketError error))
        {
            _log.Packet(_number, direction, packet);
        }
        else
        {
            _log.Invalid(_number, direction, error, 0, datagram);
        }

        if (_clock.GetElapsedTime(_begin) >= _options.Conditions.DisconnectAfter || !line.TryPost(datagram))
        {
            _log.CountLost(direction);
        }
    }

    private async ValueTask SendToServerAsync(ReadOnlyMemory<byte> datagram)
    {
        try
        {
            await _server.SendAsync(datagram, SocketFlags.None, _stop.Token).ConfigureAwait(false);
        }
        catch (SocketException)
        {
            // An earlier datagram was rejected, or this one is too long for the network.
            _log.CountLost(CaptureDirection.Outbound);
        }
    }

    private async ValueTask SendToClientAsync(ReadOnlyMemory<byte> datagram)
    {
        try
        {
            await _listener.SendToAsync(datagram, SocketFlags.None, _client, _stop.Token).ConfigureAwait(false);
        }
        catch (SocketException)
        {
            _log.CountLost(CaptureDirection.Inbound);
        }
    }
}
