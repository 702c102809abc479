using System;
using System.Collections.Concurrent;
using System.Linq;
using System.Threading;

namespace Codec.Soak;

/// <summary>Checks after a round that the process uses no more resources than at the start.</summary>
internal sealed class ResourceCheck : IDisposable
{
    // Sockets, timers and threads end in the background.
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(20);
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(50);
    private static readonly ConcurrentQueue<(WeakReference Connection, string Name)> Connections = new();

    private readonly PoolListener _pool = new();
    private readonly CppPeer[] _peers;

    public ResourceCheck(CppPeer[] peers) => _peers = peers;

    /// <summary>Gets the resources at the call of <see cref="Begin"/>.</summary>
    public Resources? Start { get; private set; }

    /// <summary>Gets the resources at the last check.</summary>
    public Resources? Last { get; private set; }

    /// <summary>Remembers a connection, which must be collected after the round.</summary>
    /// <param name="connection">The connection.</param>
    /// <param name="name">The description of the connection for a report.</param>
    public static void Watch(object connection, string name) => Connections.Enqueue((new WeakReference(connection), name));

    /// <summary>Stores the current resources as the starting values, after they have become stable.</summary>
    public void Begin()
    {
        Connections.Clear();
        long until = Environment.TickCount64 + (long)Patience.TotalMilliseconds;
        Resources last;
        do
        {
            last = Measure();
            Thread.Sleep(Pause);
            Start = Measure();
        }
        while (last with { Memory = 0 } != Start with { Memory = 0 } && Environment.TickCount64 < until);
    }

    /// <summary>Waits until everything has returned to its starting value.</summary>
    /// <returns>A description of the resources that have not, or <see langword="null"/>.</returns>
    public string? Check()
    {
        long until = Environment.TickCount64 + (long)Patience.TotalMilliseconds;
        while (true)
        {
            Last = Measure();
            string? problem = Last.ExceedsSince(Start!);
            string[] alive = [.. Connections.Where(connection => connection.Connection.IsAlive).Select(connection => connection.Name)];
            if (alive.Length > 0)
            {
                problem = $"connections are still referenced: {string.Join("; ", alive)}\n{problem}";
            }

            if (problem is null || Environment.TickCount64 >= until)
            {
                Connections.Clear();
                return problem is null ? null : problem + _pool.DescribeRents();
            }

            Thread.Sleep(Pause);
        }
    }

    public void Dispose() => _pool.Dispose();

    private Resources Measure()
    {
        GC.Collect();
        GC.WaitForPendingFinalizers();
        GC.Collect();
        return Resources.Measure(_pool, _peers);
    }
}
