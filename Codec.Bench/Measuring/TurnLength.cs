using System;
using System.Diagnostics;

namespace Codec.Bench.Measuring;

/// <summary>Finds how many calls fill a turn.</summary>
internal static class TurnLength
{
    /// <summary>A thread that is set aside once makes one short timing look long; that it happens in each of three is unlikely.</summary>
    private const int Timings = 3;

    /// <summary>In turns: no thread is set aside for so long, and a call that takes it need not be made three times.</summary>
    private const int Certain = 20;

    /// <summary>The fewest calls, up to a factor of about two, that take as long as <paramref name="turn"/>.</summary>
    internal static long CallsIn(TimeSpan turn, BenchmarkInvoker invoker)
    {
        long calls = 1;
        while (true)
        {
            TimeSpan least = Least(invoker, calls, turn);
            if (least >= turn)
            {
                return calls;
            }

            calls = least < turn / 4 ? calls * 2 : (long)Math.Ceiling(calls * (turn / least));
        }
    }

    private static TimeSpan Least(BenchmarkInvoker invoker, long calls, TimeSpan turn)
    {
        TimeSpan least = TimeSpan.MaxValue;
        for (int timing = 0; timing < Timings && least >= turn && (timing == 0 || least < turn * Certain); timing++)
        {
            long start = Stopwatch.GetTimestamp();
            invoker.Run(calls);
            TimeSpan elapsed = Stopwatch.GetElapsedTime(start);
            least = elapsed < least ? elapsed : least;
        }

        return least;
    }
}
