using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Globalization;
using Codec.Bench.Compat;

namespace Codec.Bench.Messages;

/// <summary>
/// One side of the comparison: a process that answers lines on its standard input, as cpp/bench does. <c>time CASE COUNT</c> returns the
/// nanoseconds that the case took, its result, and the number of methods that the JIT has compiled (C++ omits that).
/// <c>bytes CASE COUNT</c> returns the number of bytes that it allocated. <c>pin CORE</c> pins this thread
/// to a core.
/// </summary>
internal static class SideWorker
{
    /// <summary>Answers for the cases until the end of the input.</summary>
    internal static void Run(IReadOnlyDictionary<string, Func<long, ulong>> cases)
    {
        while (Console.In.ReadLine() is { } line)
        {
            string[] words = line.Split(' ');
            Console.Out.WriteLine(words[0] switch
            {
                "time" => Time(cases, words[1], Number(words[2])),
                "bytes" => Bytes(cases, words[1], Number(words[2])),
                "pin" => Pin((int)Number(words[1])),
                _ => "unknown",
            });
            Console.Out.Flush();
        }
    }

    private static string Time(IReadOnlyDictionary<string, Func<long, ulong>> cases, string name, long count)
    {
        Func<long, ulong> run = cases[name];
        long start = Stopwatch.GetTimestamp();
        ulong number = run(count);
        double nanoseconds = Stopwatch.GetElapsedTime(start).TotalNanoseconds;
        return string.Create(CultureInfo.InvariantCulture, $"{nanoseconds:0} {number} {JitCounter.CompiledMethods}");
    }

    private static string Bytes(IReadOnlyDictionary<string, Func<long, ulong>> cases, string name, long count)
    {
        long before = GC.GetAllocatedBytesForCurrentThread();
        cases[name](count);
        return (GC.GetAllocatedBytesForCurrentThread() - before).ToString(CultureInfo.InvariantCulture);
    }

    private static string Pin(int core)
    {
        // On Linux, this moves only the calling thread: the JIT's background thread keeps the other cores, and the code becomes fast.
        if (OperatingSystem.IsLinux() || OperatingSystem.IsWindows())
        {
            using Process self = Process.GetCurrentProcess();
            self.ProcessorAffinity = (nint)1 << core;
        }

        return "pinned";
    }

    private static long Number(string word) => long.Parse(word, CultureInfo.InvariantCulture);
}
