using System;
using System.Threading;

namespace Codec.Soak;

/// <summary>Repeatedly blocks every thread of the pool.</summary>
internal sealed class ThreadPoolBlocker : IDisposable
{
    /// <summary>The maximum number of threads of the pool. The runtime itself needs more than one.</summary>
    public const int Threads = 4;

    private const int Blocked = 300;
    private const int Free = 300;

    private readonly ManualResetEventSlim _stop = new();
    private readonly Thread _thread;

    public ThreadPoolBlocker()
    {
        _thread = new Thread(Run) { IsBackground = true, Name = "blocks the pool" };
        _thread.Start();
    }

    public void Dispose()
    {
        _stop.Set();
        _thread.Join();
        _stop.Dispose();
    }

    private void Run()
    {
        do
        {
            using CountdownEvent all = new(Threads);
            for (int i = 0; i < Threads; i++)
            {
                ThreadPool.UnsafeQueueUserWorkItem(
                    all =>
                    {
                        Thread.Sleep(Blocked);
                        all.Signal();
                    },
                    all,
                    preferLocal: false);
            }

            all.Wait();
        }
        while (!_stop.Wait(Free));
    }
}
