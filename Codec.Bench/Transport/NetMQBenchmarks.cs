using NetMQ;
using NetMQ.Sockets;

namespace Codec.Bench.Transport;

/// <summary>NetMQ with a DEALER socket at the client and a ROUTER socket at the server, over TCP.</summary>
/// <remarks>
/// NetMQ's page "Receiving and sending" says that a reused <c>Msg</c> gives "great performance". Its page "Pollers" says that one blocking
/// thread for each socket is a fine solution, so no poller is between the threads and their sockets.
/// </remarks>
[SuppressMessage("Design", "CA1001", Justification = "The cleanup disposes them.")]
public class NetMQBenchmarks : TransportPeer
{
    private DealerSocket _client = null!;
    private RouterSocket _server = null!;
    private Thread _thread = null!;

    protected override void Connect()
    {
        _client = new DealerSocket();
        _server = new RouterSocket();
        _client.Connect($"tcp://127.0.0.1:{_server.BindRandomPort("tcp://127.0.0.1")}");
        _thread = new Thread(Serve) { IsBackground = true };
        _thread.Start();
    }

    protected override void Close()
    {
        _client.SendFrameEmpty();
        _thread.Join();
        _client.Dispose();
        _server.Dispose();
    }

    protected override void Send(int number)
    {
        Number(number);
        Msg message = default;
        message.InitPool(Packet.Length);
        Packet.CopyTo(message.Slice());
        _client.Send(ref message, more: false);
    }

    protected override void ExchangeAll()
    {
        Msg answer = default;
        answer.InitEmpty();
        Send(0);
        for (int i = 0; i < Rounds && _client.TryReceive(ref answer, Timeout); i++)
        {
            TakeAnswer(answer.Slice());
        }
    }

    /// <summary>Takes packets, or sends them back, until an empty one.</summary>
    private void Serve()
    {
        Msg sender = default;
        Msg message = default;
        sender.InitEmpty();
        message.InitEmpty();
        while (true)
        {
            _server.Receive(ref sender);
            _server.Receive(ref message);
            if (message.Size == 0)
            {
                return;
            }

            if (Echoes)
            {
                _server.Send(ref sender, more: true);
                _server.Send(ref message, more: false);
            }
            else
            {
                Take(message.Slice());
            }
        }
    }
}
