using System;
using System.Collections.Generic;
using System.Net;
using System.Threading;

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

    /// <summary>Creates the client of links, which connects to the first of them.</summary>
    /// <param name="links">The links. After the end of one, the client connects again for the next one.</param>
    /// <param name="server">The address of the server of all links.</param>
    public PolledClient Start(IReadOnlyList<Link> links, IPEndPoint server)
    {
        PolledClient client = new(links, server);
        lock (_clients)
        {
            _clients.Add(client);
        }

        return client;
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
