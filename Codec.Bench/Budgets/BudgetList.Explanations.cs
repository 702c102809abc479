using System;
using System.Collections.Generic;
using System.Linq;

namespace Codec.Bench.Budgets;

/// <content>The reasons why some budgets are known to be missed, from the JIT's listings and profiles.</content>
public static partial class BudgetList
{
    private static Dictionary<string, string> Explanations => new(StringComparer.Ordinal)
    {
        ["framing/push-append-64"] =
            "copying the chunks takes 1.3x of the baseline by itself, because 64 MB must come from memory, and a hand-written loop that appends takes 1.4x. "
            + "Take executes 42 instructions per packet, and needs the position that it stored for the packet before.",
        ["framing/push-loop-64"] = "the same fixed cost per chunk as for framing/push-loop-1024.",
        ["framing/push-loop-1024"] =
            "each chunk cuts a packet. If the bytes are in the cache, the loop takes 20 ns per chunk, nearly all of them for copying, and the decoder 34. It "
            + "validates the declared size, and keeps the position, the counters and the state after an error or Dispose. If Read passes the chunk by value "
            + "to the slow path, it takes 32 ns (and 10% less with 64-byte packets), but then framing/push-loop-64 is 1.22x instead of 1.13x, because its "
            + "bytes are not in the cache. With an early fetch of the next header, 1 KB packets took 1.03x to 1.09x, but decoding them from a sequence took up to "
            + "a quarter longer. If the bytes are not in the cache, a quarter of the decoder's time is spent waiting for one header. The loop reaches the next "
            + "copy in some 40 instructions, so the processor starts it while it waits; the decoder takes more than 100. A shorter path for the cut packet gained "
            + "between 0 and 6%, depending on how the JIT arranged it. The figure was 1.19x on one processor and 1.47x on another.",
        ["framing/push-1024-1460"] =
            "the baseline copies the bytes in order, which the processor fetches in advance, and reads headers that its copy has just fetched. The decoder "
            + "reads each header first.",
        ["scale/cpu-1000"] =
            "both servers make the same kernel calls for each packet. The difference is the code above them, and grows with the number of connections: "
            + "about 0.4 microseconds of 12 with ten connections, and 1.3 with 1,000. A raw socket has one array. A connection has some ten objects "
            + "(reader, buffer, queue, lock, transport), which are not in the caches any more when its turn comes again. Objects that both servers "
            + "have leave the caches earlier, too. Prefetching a connection's objects when its read resumes gained no more than the noise (12 paired runs "
            + "with 1,000 and five with 4,000 connections). The figure is between 1.02x and 1.25x from process to process.",
        ["scale/cpu-4000"] = "the same as for scale/cpu-1000.",
        ["scale/cpu-8000"] = "the same as for scale/cpu-1000, but between 0.87x and 1.34x from process to process.",
        ["scale/throughput-1"] =
            "threads of the thread pool that wait for work spin on the cores that client and server need. This decides the time of both servers, so the "
            + "figure is between 0.4x and 2.3x from process to process. With System.Threading.ThreadPool.UnfairSemaphoreSpinLimit=0 it settles: 0.97x and 0.98x in two runs.",
        ["scale/cpu-1"] = "the same as for scale/throughput-1. Without spinning: 1.02x and 0.99x in two runs.",
        ["streams/chunked-128B"] =
            "some processes are above the limit and some below: such a short stream costs little more than creating its object, of 120 bytes against 80.",
        ["transport/echo-1024"] =
            "the sender, the receiver and the server share two cores, which are always busy, so each nanosecond of a packet adds to the time. A packet takes "
            + "some 500 ns there and back. About 60 of these are the connection's checks, lock and awaits at both ends, which the hand-written code does not "
            + "have. The rest of the difference is the thread pool: a worker that has finished a receive waits by yielding, on a core that another thread "
            + "needs. The figure is between 0.65x and 1.25x from round to round, with the length of the kernel's queues (docs/transport.md). "
            + "With System.Threading.ThreadPool.UnfairSemaphoreSpinLimit=0, it was 0.92x and 0.93x in three runs.",
        ["transport/one-way-64"] =
            "a connection takes its lock for each packet, which hand-written code does not need. The writing thread takes it too, so the lock moves between "
            + "the cores. Entering and leaving it take a seventh of the processor time of both sides. The figure was 0.39x in two runs on a machine whose "
            + "kernel calls take long, and is above the limit on others.",
        ["transport/ping-pong"] =
            "both sides make the same kernel calls for each packet and wake the same threads; less than 5% of the processor time is spent in the code "
            + "of the connections.",
    };

    private static Budget[] Explained(IReadOnlyList<Budget> budgets)
    {
        Dictionary<string, string> left = Explanations;
        Budget[] explained = [.. budgets.Select(budget => left.Remove(budget.Name, out string? why) ? budget with { Explanation = why } : budget)];
        return left.Count == 0 ? explained : throw new InvalidOperationException($"No budget is called '{left.Keys.First()}'.");
    }
}
