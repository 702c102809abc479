using NetMQ;
using NetMQ.Sockets;

namespace Codec.Bench.Transport;

/// <summary>NetMQ with a DEALER socket for each client and a ROUTER socket at the server, over TCP.</summary>
/// <remarks>
/// NetMQ's page "Receiving and sending" says that a reused <c>Msg</c> gives "great performance". Its page "Pollers" says that one blocking
/// thread for each socket is a fine solution, so no poller is between the threads and their sockets.
/// </remarks>
[SuppressMessage("Design", "CA1001", Justification = "The cleanup disposes them.")]
public class NetMQBenchmarks : TransportPeer
{
    private DealerSocket[] _clients = [];
    private RouterSocket _server = null!;
    private Thread _thread = null!;

    protected override void Connect()
    {
        _server = new RouterSocket();
        string address = $"tcp://127.0.0.1:{_server.BindRandomPort("tcp://127.0.0.1")}";
        _clients = [.. Enumerable.Range(0, Clients).Select(_ => new DealerSocket())];
        Array.ForEach(_clients, client => client.Connect(address));
        _thread = new Thread(Serve) { IsBackground = true };
        _thread.Start();
    }

    protected override void Close()
    {
        _clients[0].SendFrameEmpty();
        _thread.Join();
        Array.ForEach(_clients, client => client.Dispose());
        _server.Dispose();
    }

    protected override void Send(int client, int number)
    {
        byte[] packet = Number(client, number);
        Msg message = default;
        message.InitPool(packet.Length);
        packet.CopyTo(message.Slice());
        _clients[client].Send(ref message, more: false);
    }

    protected override void ExchangeAll()
    {
        Msg answer = default;
        answer.InitEmpty();
        base.ExchangeAll();
        for (int i = 0; i < PacketsOfClient; i++)
        {
            foreach (DealerSocket client in _clients)
            {
                if (client.TryReceive(ref answer, Timeout))
                {
                    TakeAnswer(answer.Slice());
                }
            }
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
                Take(message.Slice(), out _);
            }
        }
    }
}
