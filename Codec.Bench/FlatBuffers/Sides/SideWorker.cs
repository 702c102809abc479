using System;
using System.Diagnostics;
using System.Globalization;
using Codec.Bench.Compat;

namespace Codec.Bench.FlatBuffers.Sides;

/// <summary>
/// One side of the comparison: a process that answers lines on its standard input, as cpp/bench does. <c>time CASE COUNT</c> gives the
/// nanoseconds that the case took, its number, and how many methods the JIT has compiled (C++ leaves that out); <c>bytes CASE COUNT</c> the bytes that it allocated; <c>pin CORE</c> keeps this thread
/// on a core.
/// </summary>
internal static class SideWorker
{
    internal static void Run()
    {
        using SideCases cases = new();
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

    private static string Time(SideCases cases, string name, long count)
    {
        Func<long, ulong> run = cases.All[name];
        long start = Stopwatch.GetTimestamp();
        ulong number = run(count);
        double nanoseconds = Stopwatch.GetElapsedTime(start).TotalNanoseconds;
        return string.Create(CultureInfo.InvariantCulture, $"{nanoseconds:0} {number} {JitCounter.CompiledMethods}");
    }

    private static string Bytes(SideCases cases, string name, long count)
    {
        long before = GC.GetAllocatedBytesForCurrentThread();
        cases.All[name](count);
        return (GC.GetAllocatedBytesForCurrentThread() - before).ToString(CultureInfo.InvariantCulture);
    }

    private static string Pin(int core)
    {
        // On Linux this moves the calling thread alone: the JIT's background thread keeps the other cores, and the code gets fast.
        if (OperatingSystem.IsLinux() || OperatingSystem.IsWindows())
        {
            using Process self = Process.GetCurrentProcess();
            self.ProcessorAffinity = (nint)1 << core;
        }

        return "pinned";
    }

    private static long Number(string word) => long.Parse(word, CultureInfo.InvariantCulture);
}
