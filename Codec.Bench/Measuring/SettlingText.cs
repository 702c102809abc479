namespace Codec.Bench.Measuring;

/// <summary>Explains why times are not used.</summary>
public static class SettlingText
{
    /// <summary>Returns the reason, or an empty string for times that can be used.</summary>
    public static string Reason(this Settling settling) => settling switch
    {
        Settling.Settled => "",
        Settling.Compiling => "it did not settle: the JIT still compiled methods at the time limit",
        _ => "it did not settle: the median still changed at the time limit",
    };
}
