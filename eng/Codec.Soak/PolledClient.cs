using Codec.Dispatch;

namespace Codec.Soak;

/// <summary>The client end of a link over a <see cref="PacketClient"/>, which a thread polls as a game's main thread does once per frame.</summary>
internal sealed class PolledClient : IDisposable
{
    private const int Frame = 5;
    private readonly LinkEnd _end;
    private readonly PacketClient _client;
    private readonly PacketDispatcher<PolledClient> _dispatcher;
    private bool _isConnected;

    private PolledClient(LinkEnd end, IPEndPoint server)
    {
        _end = end;
        _client = PacketClient.ForTcp($"{server.Address}", server.Port);
        _dispatcher = new PacketDispatcher<PolledClient>(
            new PacketRoutes<PolledClient>().AddRaw(end.Plan.Packet(isToServer: false, 0).Id, static (client, in packet) => client.Take(packet)),
            this,
            PacketDirections.Both);
        _client.Connected += () => _isConnected = true;
        _client.Closed += OnClosed;
        ResourceCheck.Watch(_client, $"the client of {end.Plan}");
    }

    /// <summary>Connects, and runs the client end of the link on a thread of its own.</summary>
    public static Task RunAsync(LinkEnd end, IPEndPoint server) =>
        Task.Factory.StartNew(() => new PolledClient(end, server).Run(), default, TaskCreationOptions.LongRunning, TaskScheduler.Default);

    public void Dispose()
    {
        _client.Dispose();
        _dispatcher.Dispose();
        _end.IsClosed = true;
    }

    private void Run()
    {
        try
        {
            _end.State = "connecting";
            _client.Connect();
            while (!_end.IsClosed)
            {
                _client.Poll(_dispatcher, maxPackets: 500, maxDuration: TimeSpan.FromMilliseconds(2));
                Send();
                if (_isConnected && !_end.IsClosed && _end.Accepted == _end.ToSend && _end.Received == _end.Plan.Answers)
                {
                    _client.Close();
                    _client.Poll(_dispatcher);
                }

                Thread.Sleep(Frame);
            }
        }
        catch (Exception exception)
        {
            _end.Wrong ??= $"polling threw {exception}";
        }

        Dispose();
    }

    private void Send()
    {
        while (_isConnected && _end.Accepted < _end.ToSend && _client.TrySend(_end.Plan.Packet(isToServer: true, _end.Accepted)))
        {
            _end.Accepted++;
        }
    }

    private void OnClosed(PacketConnectionException closed)
    {
        _isConnected = false;
        _end.Reason = closed.Reason;
        bool isCompleted = closed.Reason == PacketCloseReason.Local || (closed.Reason == PacketCloseReason.Remote && closed.InnerException is null);
        _end.Ended = isCompleted ? StreamEnd.Completed : closed.Reason == PacketCloseReason.InvalidPacket ? StreamEnd.Truncated : StreamEnd.Failed;
        _end.Wrong ??= closed.InnerException is InvalidPacketException { Error: not (PacketError.None or PacketError.HeaderTruncated or PacketError.PayloadTruncated) }
            ? $"{closed}" : null;
        _end.State = "closed";
        _end.IsClosed = true;
    }

    private void Take(in Packet packet)
    {
        if (!_end.Take(packet.Id, packet.Payload))
        {
            _client.Close();
        }
    }
}
