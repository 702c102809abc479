using System.Collections.Generic;
using System.Threading;

namespace Codec.Transport;

/// <summary>One thread that looks after the sockets of all connections that stream, once in a millisecond, and sleeps while none does.</summary>
/// <remarks>
/// A timer's work waits for a thread of the pool. Where sender and receiver keep the pool's threads busy or blocked, that is as long as they do: the
/// rest of a stream was sent once everything before it had come back. Each tick also woke a pool thread, which then spins before it sleeps.
/// </remarks>
internal static class TailThread
{
    private static readonly object Guard = new();
    private static readonly List<PacketConnection> Streaming = [];
    private static bool _runs;

    /// <summary>Looks after a connection until its <see cref="PacketConnection.WriteTail"/> says that it does not stream any more.</summary>
    internal static void Add(PacketConnection connection)
    {
        lock (Guard)
        {
            Streaming.Add(connection);
            Monitor.Pulse(Guard);
            if (!_runs)
            {
                _runs = true;
                WithoutContext.Make(static () =>
                {
                    Thread thread = new(Run) { IsBackground = true, Name = "Codec tails" };
                    thread.Start();
                    return thread;
                });
            }
        }
    }

    private static void Run()
    {
        List<PacketConnection> looked = [];
        while (true)
        {
            lock (Guard)
            {
                while (Streaming.Count == 0)
                {
                    Monitor.Wait(Guard);
                }

                looked.AddRange(Streaming);
            }

            Thread.Sleep(PacketConnection.TailMilliseconds);

            // A connection's lock is taken before this one, so not inside it.
            foreach (PacketConnection connection in looked)
            {
                if (!connection.WriteTail())
                {
                    lock (Guard)
                    {
                        Streaming.Remove(connection);
                    }
                }
            }

            looked.Clear();
        }
    }
}
