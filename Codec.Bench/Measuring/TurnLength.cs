namespace Codec.Bench.Measuring;

internal static class TurnLength
{
    // If the thread is preempted during a short timing, the timing is too long. It is unlikely that this happens in all three.
    private const int Timings = 3;

    // A timing of this many turns is not repeated, because no thread is preempted for that long.
    private const int Certain = 20;

    /// <summary>Returns a number of calls that takes at least <paramref name="turn"/>, and at most about twice as many calls as necessary.</summary>
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
