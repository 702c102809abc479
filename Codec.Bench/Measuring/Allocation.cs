namespace Codec.Bench.Measuring;

internal static class Allocation
{
    /// <summary>The tolerance, in bytes per operation: a few bytes over thousands of operations may have another cause.</summary>
    internal const double StrayBytes = 0.01;

    /// <summary>
    /// The number of rounds. The runtime itself sometimes allocates, for a thread of its pool or for socket events, but not in each round.
    /// </summary>
    internal const int Rounds = 3;

    private const long ManyCalls = 20;
    private const double MaxNanoseconds = 2e9;

    /// <summary>Returns the bytes that an operation allocates: those of the round with the fewest. Long calls have one round of one call.</summary>
    internal static double PerOperation(IWorkload workload, Measurement measurement)
    {
        bool isLong = measurement.Median * workload.OperationsPerCall * ManyCalls >= MaxNanoseconds;
        long calls = isLong ? 1 : Math.Max(measurement.Calls, ManyCalls);
        double least = double.MaxValue;
        for (int round = 0; round < (isLong ? 1 : Rounds) && least > 0; round++)
        {
            least = Math.Min(least, workload.Allocate(calls) / calls / workload.OperationsPerCall);
        }

        return least;
    }
}
