namespace Codec.Bench.Measuring;

/// <summary>Work that is ready to be measured. All measurements of this program use this interface.</summary>
internal interface IWorkload
{
    int OperationsPerCall { get; }

    /// <summary>Gets the number of methods that the JIT has compiled in the workload's process, or 0 if the runtime does not report it.</summary>
    long CompiledMethods { get; }

    double Run(long calls);

    /// <summary>Makes the calls, and returns the total number of bytes that they allocated.</summary>
    double Allocate(long calls);
}
