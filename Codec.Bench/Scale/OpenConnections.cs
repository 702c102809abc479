using System.Collections.Generic;
using System.Threading;

namespace Codec.Bench.Scale;

/// <summary>The open connections of a server, of either kind. Thread-safe.</summary>
internal sealed class OpenConnections<T>
{
    private readonly object _lock = new();
    private readonly HashSet<T> _open = [];
    private int _awaited = -1;

    /// <summary>Waits until a number of connections is open. Only one thread may wait.</summary>
    internal void Wait(int connections)
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

    internal void Add(T connection)
    {
        lock (_lock)
        {
            _open.Add(connection);
            Signal();
        }
    }

    internal void Remove(T connection)
    {
        lock (_lock)
        {
            _open.Remove(connection);
            Signal();
        }
    }

    internal T[] ToArray()
    {
        lock (_lock)
        {
            return [.. _open];
        }
    }

    private void Signal()
    {
        if (_open.Count == _awaited)
        {
            Monitor.Pulse(_lock);
        }
    }
}
