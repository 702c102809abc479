namespace Codec.Bench.Measuring;

/// <summary>One way of doing a job, ready to be measured. Every measurement of this program goes through it.</summary>
internal interface IWorkload
{
    /// <summary>Gets how many operations one call stands for.</summary>
    int OperationsPerCall { get; }

    /// <summary>Gets how many methods the JIT has compiled in the workload's process, or 0 if the runtime cannot tell.</summary>
    long CompiledMethods { get; }

    /// <summary>Makes the calls, and returns the nanoseconds that all of them took.</summary>
    double Run(long calls);

    /// <summary>Makes the calls, and returns the bytes that all of them allocated.</summary>
    double Allocate(long calls);
}
