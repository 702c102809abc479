namespace Codec.Bench.Measuring;

/// <summary>A class of benchmarks whose parameters decide how many operations a call has.</summary>
public interface ICountsOperations
{
    /// <summary>Gets the number of operations of a call.</summary>
    int Operations { get; }
}
