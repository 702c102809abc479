using System;

namespace Codec.Bench.Measuring;

/// <summary>Finds the number of calls that fill a turn.</summary>
internal static class TurnLength
{
    /// <summary>
    /// The number of timings. If a thread is preempted once, one short timing is too long; it is unlikely that this happens in all three.
    /// </summary>
    private const int Timings = 3;

    /// <summary>The length of a timing, in turns, that need not be repeated, because no thread is preempted for that long.</summary>
    private const int Certain = 20;

    /// <summary>Returns the smallest number of calls, up to a factor of about two, that take as long as <paramref name="turn"/>.</summary>
    internal static long CallsIn(TimeSpan turn, IWorkload workload)
    {
        double nanoseconds = turn.TotalMilliseconds * 1e6;
        long calls = 1;
        while (true)
        {
            double least = Least(workload, calls, nanoseconds);
            if (least >= nanoseconds)
            {
                return calls;
            }

            calls = least < nanoseconds / 4 ? calls * 2 : (long)Math.Ceiling(calls * (nanoseconds / least));
        }
    }

    private static double Least(IWorkload workload, long calls, double turn)
    {
        double least = double.MaxValue;
        for (int timing = 0; timing < Timings && least >= turn && (timing == 0 || least < turn * Certain); timing++)
        {
            least = Math.Min(least, workload.Run(calls));
        }

        return least;
    }
}
