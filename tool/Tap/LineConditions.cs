namespace Codec.Cli.Tap;

/// <summary>The conditions of a line that a tap simulates. The default forwards everything immediately.</summary>
/// <param name="Delay">The additional delay in each direction.</param>
/// <param name="Jitter">The actual delay is <paramref name="Delay"/> plus or minus at most the jitter, and never below zero.</param>
/// <param name="BytesPerSecond">The rate of each direction of a connection in bytes per second, or infinity.</param>
/// <param name="DisconnectAfter">The time after which a connection is reset, or <see langword="null"/> to never reset it.</param>
/// <param name="Loss">The share of datagrams that are lost, from 0 to 1.</param>
/// <param name="Reorder">The share of datagrams that are delayed so that later datagrams arrive before them, from 0 to 1.</param>
/// <param name="Seed">The seed of the random numbers for jitter, loss and order.</param>
internal sealed record LineConditions(
    TimeSpan Delay = default,
    TimeSpan Jitter = default,
    double BytesPerSecond = double.PositiveInfinity,
    TimeSpan? DisconnectAfter = null,
    double Loss = 0,
    double Reorder = 0,
    int Seed = 0)
{
    /// <summary>Gets whether the bytes of a stream are forwarded without delay.</summary>
    public bool IsImmediate => Delay == TimeSpan.Zero && Jitter == TimeSpan.Zero && double.IsPositiveInfinity(BytesPerSecond);
}
