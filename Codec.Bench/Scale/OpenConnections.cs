using System.Collections.Generic;
using System.Threading;

namespace Codec.Bench.Scale;

/// <summary>The open connections of a server, of either kind. Thread-safe.</summary>
internal sealed class OpenConnections<T>
{
    private readonly Lock _lock = new();
    private readonly HashSet<T> _open = [];

    internal int Count
    {
        get
        {
            lock (_lock)
            {
                return _open.Count;
            }
        }
    }

    internal void Add(T connection)
    {
        lock (_lock)
        {
            _open.Add(connection);
        }
    }

    internal void Remove(T connection)
    {
        lock (_lock)
        {
            _open.Remove(connection);
        }
    }

    internal T[] ToArray()
    {
        lock (_lock)
        {
            return [.. _open];
        }
    }
}
