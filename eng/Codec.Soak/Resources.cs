using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Threading;

namespace Codec.Soak;

/// <summary>The resources that a process and its C++ peers use.</summary>
/// <param name="Memory">The size of the managed objects that are in use, in bytes.</param>
/// <param name="Handles">The file descriptors, except for those of assemblies.</param>
/// <param name="Threads">The names of the threads, except for those that come and go, or are started once and kept.</param>
/// <param name="Timers">The number of timers that are set.</param>
/// <param name="RentedArrays">The arrays of the shared pool that were not returned, except for the runtime's small ones.</param>
/// <param name="PeerHandles">The number of file descriptors of the C++ peers.</param>
/// <param name="PeerThreads">The number of threads of the C++ peers.</param>
internal sealed record Resources(long Memory, string Handles, string Threads, long Timers, string RentedArrays, int PeerHandles, int PeerThreads)
{
    // The memory that the shared pool keeps for later rounds: up to 32 arrays of each size and core, and one of each size and thread.
    private const long KeptByPool = 24 * 1024 * 1024;

    // The threads of the pool, of the compiler and of the background collector come and go.
    private static readonly string[] Varying = [".NET TP Worker", ".NET TP Gate", ".NET Tiered Com", ".NET BGC"];

    // These threads are started when they are first needed, and then kept: one of each.
    private static readonly string[] Kept = [".NET Timer", ".NET Sockets", "Codec tails"];

    /// <summary>Measures the resources that are currently in use.</summary>
    public static Resources Measure(PoolListener pool, CppPeer[] peers)
    {
        (int Handles, int Threads)[] ofPeers = [.. peers.Select(peer => peer.Resources)];

        return new Resources(
            GC.GetTotalMemory(forceFullCollection: false),
            Count(Directory.EnumerateFileSystemEntries("/proc/self/fd").Select(KindOf).Where(kind => kind.Length > 0)),
            ThreadNames(),
            Timer.ActiveCount,
            pool.Describe(),
            ofPeers.Sum(peer => peer.Handles),
            ofPeers.Sum(peer => peer.Threads));
    }

    /// <summary>Returns a description of the resources that exceed those at the start, or <see langword="null"/>.</summary>
    public string? ExceedsSince(Resources start) =>
        Memory > start.Memory + KeptByPool
            || Handles != start.Handles
            || Threads != start.Threads
            || Timers > start.Timers
            || RentedArrays != start.RentedArrays
            || PeerHandles > start.PeerHandles
            || PeerThreads > start.PeerThreads
            ? $"resources did not return to their starting values:\n  start: {start}\n  now:   {this}"
            : null;

    public override string ToString() => string.Create(
        CultureInfo.InvariantCulture,
        $"{Memory / 1024:#,##0} KB, handles: {Handles}; {Timers} timers, rented arrays: {(RentedArrays.Length == 0 ? "none" : RentedArrays)}; threads: {Threads}; C++ peers: {PeerHandles} handles, {PeerThreads} threads");

    // A socket, a pipe, or the path of a file. The runtime opens the assemblies that it loads, and the symbols for the stack of an exception, and
    // keeps them open: these have no kind.
    private static string KindOf(string handle)
    {
        try
        {
            string target = new FileInfo(handle).LinkTarget ?? "";
            return Path.GetExtension(target) is ".dll" or ".pdb" ? "" : target.StartsWith("/proc/", StringComparison.Ordinal) ? "/proc" : target.Split(':')[0];
        }
        catch (IOException)
        {
            // The descriptor was closed in the meantime.
            return "";
        }
    }

    private static string ThreadNames() =>
        Count(Directory.EnumerateDirectories("/proc/self/task").Select(NameOf).Where(name => name.Length > 0 && !Varying.Contains(name)));

    private static string Count(IEnumerable<string> names) => string.Join(
        ", ",
        names.CountBy(name => name).Where(name => name.Value > 1 || !Kept.Contains(name.Key)).OrderBy(name => name.Key, StringComparer.Ordinal)
            .Select(name => $"{name.Value} {name.Key}"));

    private static string NameOf(string task)
    {
        try
        {
            return File.ReadAllText(Path.Combine(task, "comm")).Trim();
        }
        catch (IOException)
        {
            // The thread has ended.
            return "";
        }
    }
}
