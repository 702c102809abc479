using System;
using System.Net;
using System.Threading.Tasks;
using Codec.Dispatch;
using Codec.Framing;
using Codec.Packets;
using Codec.Transport;

namespace Codec.Soak;

/// <summary>The client end of a link over a <see cref="PacketClient"/>.</summary>
internal sealed class PolledClient : IDisposable
{
    private readonly LinkEnd _end;
    private readonly SteppingClock _clock;
    private readonly PacketClient _client;
    private readonly PacketDispatcher<PolledClient> _dispatcher;
    private readonly TaskCompletionSource _ended = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly byte[] _payload = new byte[ushort.MaxValue];
    private bool _isConnecting;
    private bool _isConnected;
    private bool _isClosed;

    public PolledClient(LinkEnd end, IPEndPoint server)
    {
        _end = end;
        _clock = new SteppingClock(end.Plan.Seed);
        _client = PacketClient.ForTcp($"{server.Address}", server.Port, options: new PacketClientOptions { TimeProvider = _clock });
        _dispatcher = new PacketDispatcher<PolledClient>(
            new PacketRoutes<PolledClient>().AddRaw(end.Plan.Packet(isToServer: false, 0).Id, static (client, in packet) => client.Take(packet)),
            this,
            PacketDirections.Both);
        _client.Connected += OnConnected;
        _client.Closed += OnClosed;
        ResourceCheck.Watch(_client, $"the client of {end.Plan}");
    }

    /// <summary>Gets a task that completes when the link ends.</summary>
    public Task Ended => _ended.Task;

    /// <summary>Does the work of one frame.</summary>
    /// <returns>Whether the client has ended.</returns>
    public bool Poll()
    {
        try
        {
            if (!_isConnecting)
            {
                _isConnecting = true;
                _end.State = "connecting";
                _client.Connect();
            }

            _client.Poll(_dispatcher, maxPackets: 500, maxDuration: TimeSpan.FromMilliseconds(2));
            Send();
            if (_isConnected && !_isClosed && _end.Accepted == _end.ToSend && _end.Received == _end.Plan.Answers)
            {
                _client.Close();
                _client.Poll(_dispatcher);
            }
        }
        catch (Exception exception)
        {
            _end.Wrong ??= $"polling threw {exception}";
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
        _end.State = "closed";
        _end.IsClosed = true;
        _ended.TrySetResult();
    }

    private void Send()
    {
        for (; _isConnected && _end.Accepted < _end.ToSend; _end.Accepted++)
        {
            _end.State = "sending";
            SoakPacket packet = _end.Plan.Packet(isToServer: true, _end.Accepted);
            if (!_client.TrySend(packet.Id, _payload.AsSpan(0, packet.Write(_payload))))
            {
                return;
            }
        }
    }

    private void OnConnected()
    {
        _isConnected = true;
        _clock.Start();
    }

    private void OnClosed(PacketClientClosed closed)
    {
        _isConnected = false;
        _isClosed = true;
        _end.Reason = closed.Reason;
        _end.Ended = closed.Reason switch
        {
            PacketCloseReason.Local => StreamEnd.Completed,
            PacketCloseReason.InvalidPacket => StreamEnd.Truncated,
            PacketCloseReason.Remote when closed.Exception is null => StreamEnd.Completed,
            _ => StreamEnd.Failed,
        };
        if (closed.Error is not (PacketError.None or PacketError.HeaderTruncated or PacketError.PayloadTruncated))
        {
            _end.Wrong ??= $"{closed}";
        }
    }

    private void Take(in Packet packet)
    {
        if (!_end.Take(packet.Id, packet.Payload))
        {
            _client.Close();
        }
    }
}
