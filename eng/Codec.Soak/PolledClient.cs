using System;
using System.Collections.Generic;
using System.Linq;
using System.Net;
using System.Threading.Tasks;
using Codec.Dispatch;
using Codec.Framing;
using Codec.Packets;
using Codec.Transport;

namespace Codec.Soak;

/// <summary>The client end of a link over a <see cref="PacketClient"/>, or of several links, for each of which the client connects again.</summary>
internal sealed class PolledClient : IDisposable
{
    private static readonly PacketClientOptions Reconnecting =
        new() { ReconnectAttempts = int.MaxValue, ReconnectDelay = TimeSpan.FromMilliseconds(20), MaxReconnectDelay = TimeSpan.FromMilliseconds(250) };

    private readonly IReadOnlyList<Link> _links;
    private readonly TaskCompletionSource[] _ended;
    private readonly SteppingClock _clock;
    private readonly PacketClient _client;
    private readonly PacketDispatcher<PolledClient> _dispatcher;
    private readonly ReconnectCheck? _reconnects;
    private readonly byte[] _payload = new byte[ushort.MaxValue];
    private int _current;
    private bool _isConnecting;
    private bool _isConnected;
    private bool _isClosed;

    public PolledClient(IReadOnlyList<Link> links, IPEndPoint server)
    {
        _links = links;
        _ended = [.. links.Select(_ => new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously))];
        _reconnects = End.Plan.ReconnectingClient > 0 ? new ReconnectCheck(Reconnecting) : null;
        _clock = new SteppingClock(End.Plan.Seed);
        _client = PacketClient.ForTcp($"{server.Address}", server.Port, options: _reconnects is null ? new PacketClientOptions { TimeProvider = _clock } : Reconnecting);
        _dispatcher = new PacketDispatcher<PolledClient>(
            new PacketRoutes<PolledClient>().AddRaw(End.Plan.Packet(isToServer: false, 0).Id, static (client, in packet) => client.Take(packet)),
            this,
            PacketDirections.Both);
        _client.Connected += OnConnected;
        _client.Closed += OnClosed;
        ResourceCheck.Watch(_client, $"the client of {End.Plan}");
    }

    private LinkEnd End => _links[_current].Client;

    /// <summary>Waits for the end of a link.</summary>
    /// <param name="index">The index of the link.</param>
    public Task WaitAsync(int index) => _ended[index].Task;

    /// <summary>Does the work of one frame.</summary>
    /// <returns>Whether the client has ended.</returns>
    public bool Poll()
    {
        try
        {
            if (!_isConnecting)
            {
                _isConnecting = true;
                End.State = "connecting";
                _client.Connect();
            }

            _reconnects?.BeginPoll();
            _client.Poll(_dispatcher, maxPackets: 500, maxDuration: TimeSpan.FromMilliseconds(2));
            _reconnects?.EndPoll(_client.State);
            Send();
            if (_reconnects is null && _isConnected && !_isClosed && End.Accepted == End.ToSend && End.Received == End.Plan.Answers)
            {
                _client.Close();
                _client.Poll(_dispatcher);
            }

            End.Wrong ??= _reconnects?.Wrong;
        }
        catch (Exception exception)
        {
            End.Wrong ??= $"polling threw {exception}";
            _isClosed = true;
        }

        if (_isClosed)
        {
            Dispose();
        }

        return _isClosed;
    }

    public void Dispose()
    {
        _client.Dispose();
        _dispatcher.Dispose();
        EndLink();
        Array.ForEach(_ended, link => link.TrySetResult());
    }

    private void Send()
    {
        for (; _isConnected && End.Accepted < End.ToSend; End.Accepted++)
        {
            End.State = "sending";
            SoakPacket packet = End.Plan.Packet(isToServer: true, End.Accepted);
            if (!_client.TrySend(packet.Id, _payload.AsSpan(0, packet.Write(_payload))))
            {
                return;
            }
        }
    }

    private void EndLink()
    {
        End.State = "closed";
        End.IsClosed = true;
        _ended[_current].TrySetResult();
    }

    private void OnConnected()
    {
        _isConnected = true;
        _clock.Start();
    }

    private void OnClosed(PacketClientClosed closed)
    {
        bool wasConnected = _isConnected;
        _reconnects?.OnClosed(closed, hasReceived: wasConnected && End.Received > 0);
        _isConnected = false;
        if (_reconnects is not null && closed.Reason == PacketCloseReason.ConnectFailed && !_links[_current].Relay!.HasClient)
        {
            // The server is away.
            return;
        }

        End.Reason = closed.Reason;
        End.Ended = closed.Reason switch
        {
            PacketCloseReason.Local => StreamEnd.Completed,
            PacketCloseReason.InvalidPacket => StreamEnd.Truncated,
            PacketCloseReason.Remote when closed.Exception is null => StreamEnd.Completed,
            _ => StreamEnd.Failed,
        };
        if (closed.Error is not (PacketError.None or PacketError.HeaderTruncated or PacketError.PayloadTruncated))
        {
            End.Wrong ??= $"{closed}";
        }

        if (_current + 1 < _links.Count)
        {
            EndLink();
            _current++;
            End.State = "connecting again";
            return;
        }

        _isClosed = true;
    }

    private void Take(in Packet packet)
    {
        if (!End.Take(packet.Id, packet.Payload))
        {
            _client.Close();
        }
    }
}
