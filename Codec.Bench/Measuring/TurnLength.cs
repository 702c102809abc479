using System;

namespace Codec.Bench.Measuring;

/// <summary>Finds how many calls fill a turn.</summary>
internal static class TurnLength
{
    /// <summary>A thread that is set aside once makes one short timing look long; that it happens in each of three is unlikely.</summary>
    private const int Timings = 3;

    /// <summary>In turns: no thread is set aside for so long, and a call that takes it need not be made three times.</summary>
    private const int Certain = 20;

    /// <summary>Returns the fewest calls, up to a factor of about two, that take as long as <paramref name="turn"/>.</summary>
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
