namespace Codec.Bench.Transport;

/// <summary>A server that answers each packet with the same packet, and knows its open connections.</summary>
internal abstract class EchoServer<T> : IDisposable
    where T : class
{
    private readonly object _lock = new();
    private readonly HashSet<T> _open = [];
    private int _awaited = -1;

    public abstract IPEndPoint EndPoint { get; }

    public void Wait(int connections)
    {
        lock (_lock)
        {
            _awaited = connections;
            while (_open.Count != connections)
            {
                Monitor.Wait(_lock);
            }
        }
    }

    public async Task AcceptAsync()
    {
        try
        {
            while (true)
            {
                T connection = await AcceptOneAsync().ConfigureAwait(false);
                Count(_open.Add, connection);
                _ = ServeAsync(connection);
            }
        }
        catch (Exception closed) when (closed is SocketException or ObjectDisposedException)
        {
            // The server was disposed.
        }
    }

    public async Task BroadcastAsync(long times)
    {
        T[] connections;
        lock (_lock)
        {
            connections = [.. _open];
        }

        for (; times > 0; times--)
        {
            await SendAsync(connections).ConfigureAwait(false);
        }
    }

    public abstract void Dispose();

    protected abstract ValueTask<T> AcceptOneAsync();

    protected abstract Task EchoAsync(T connection);

    protected abstract ValueTask SendAsync(T[] connections);

    private async Task ServeAsync(T connection)
    {
        await EchoAsync(connection).ConfigureAwait(false);
        Count(_open.Remove, connection);
    }

    private void Count(Predicate<T> change, T connection)
    {
        lock (_lock)
        {
            change(connection);
            if (_open.Count == _awaited)
            {
                Monitor.Pulse(_lock);
            }
        }
    }
}
