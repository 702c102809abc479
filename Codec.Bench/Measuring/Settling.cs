namespace Codec.Bench.Measuring;

/// <summary>Whether code had reached its final speed when its times were taken. Times of code that had not are not ranked.</summary>
public enum Settling
{
    /// <summary>No method was compiled while the times were taken, and their median was stable.</summary>
    Settled,

    /// <summary>The JIT still compiled methods when the time limit was reached.</summary>
    Compiling,

    /// <summary>The median still changed when the time limit was reached.</summary>
    Changing,
}
