using System;
using System.Collections.Generic;
using System.Net;
using System.Threading;
using System.Threading.Tasks;

namespace Codec.Soak;

/// <summary>The thread that polls every <see cref="Transport.PacketClient"/> of a round, as a game's main thread does once per frame.</summary>
internal sealed class MainThread : IDisposable
{
    private const int Frame = 5;

    private readonly List<PolledClient> _clients = [];
    private readonly Thread _thread;
    private volatile bool _isStopping;

    public MainThread()
    {
        _thread = new Thread(Run) { IsBackground = true, Name = "main of soak" };
        _thread.Start();
    }

    /// <summary>Connects the client of a link, and runs its end.</summary>
    public Task RunAsync(LinkEnd end, IPEndPoint server)
    {
        PolledClient client = new(end, server);
        lock (_clients)
        {
            _clients.Add(client);
        }

        return client.Ended;
    }

    public void Dispose()
    {
        _isStopping = true;
        _thread.Join();
    }

    private void Run()
    {
        while (!_isStopping)
        {
            lock (_clients)
            {
                _clients.RemoveAll(client => client.Poll());
            }

            Thread.Sleep(Frame);
        }

        _clients.ForEach(client => client.Dispose());
    }
}
