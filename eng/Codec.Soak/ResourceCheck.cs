using System.Collections.Concurrent;

namespace Codec.Soak;

/// <summary>Checks after a round that the process uses no more resources than at the start.</summary>
internal sealed class ResourceCheck(CppPeer[] peers)
{
    // The memory that the shared pool keeps for later rounds: up to 32 arrays of each size and core, and one of each size and thread.
    private const long KeptByPool = 24 * 1024 * 1024;

    private static readonly string[] Names = ["bytes of memory", "handles", "threads", "timers", "handles and threads in C++"];

    // Sockets, timers and threads end in the background.
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(20);

    // The threads of the pool, of the compiler and of the background collector come and go. The others start at their first use.
    private static readonly string[] UnrelatedThreads =
        [".NET TP Worker", ".NET TP Gate", ".NET Tiered Com", ".NET BGC", ".NET Timer", ".NET Sockets"];

    private static readonly ConcurrentQueue<(WeakReference Object, string Name)> Watched = new();

    private long[] _start = [];

    public static void Watch(object connection, string name) => Watched.Enqueue((new WeakReference(connection), name));

    public void Begin()
    {
        Watched.Clear();
        long[] last;
        do
        {
            last = Measure();
            Thread.Sleep(200);
            _start = Measure();
        }
        while (!last.AsSpan(1).SequenceEqual(_start.AsSpan(1)));
    }

    /// <summary>Waits until everything has returned to its starting value, and returns a description of what has not.</summary>
    public string? Check()
    {
        long until = Environment.TickCount64 + (long)Patience.TotalMilliseconds;
        while (true)
        {
            long[] now = Measure();
            string[] alive = [.. Watched.Where(watched => watched.Object.IsAlive).Select(watched => watched.Name)];
            bool isOver = alive.Length > 0 || now.Where((value, index) => value > _start[index] + (index == 0 ? KeptByPool : 0)).Any();
            if (!isOver || Environment.TickCount64 >= until)
            {
                Watched.Clear();
                return isOver ? $"left after the round: {string.Join("; ", alive)}\n{string.Join('\n', Names.Zip(_start, now))}" : null;
            }

            Thread.Sleep(50);
        }
    }

    private long[] Measure()
    {
        GC.Collect();
        GC.WaitForPendingFinalizers();
        GC.Collect();
        return
        [
            GC.GetTotalMemory(forceFullCollection: false),
            Count("/proc/self/fd", IsHandle),
            Count("/proc/self/task", task => !UnrelatedThreads.Contains(File.ReadAllText(Path.Combine(task, "comm")).Trim())),
            Timer.ActiveCount,
            peers.Sum(peer => peer.Resources),
        ];
    }

    // The runtime opens the assemblies that it loads, and the symbols for the stack of an exception, and keeps them open.
    private static bool IsHandle(string handle) => new FileInfo(handle).LinkTarget is { } target
        && Path.GetExtension(target) is not (".dll" or ".pdb") && !target.StartsWith("/proc/", StringComparison.Ordinal);

    private static int Count(string folder, Func<string, bool> counts) => Directory.EnumerateFileSystemEntries(folder).Count(entry =>
    {
        try
        {
            return counts(entry);
        }
        catch (IOException)
        {
            // The handle was closed, or the thread has ended, in the meantime.
            return false;
        }
    });
}
