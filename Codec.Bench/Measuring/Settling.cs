namespace Codec.Bench.Measuring;

/// <summary>Specifies whether code had reached its final speed when it was measured. If it had not, its times are not ranked.</summary>
public enum Settling
{
    /// <summary>No method was compiled during the measurement, and the median was stable.</summary>
    Settled,

    /// <summary>The JIT still compiled methods when the time limit was reached.</summary>
    Compiling,

    /// <summary>The median still changed when the time limit was reached.</summary>
    Changing,
}
