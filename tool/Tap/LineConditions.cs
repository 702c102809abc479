namespace Codec.Cli.Tap;

/// <summary>The conditions of a line that a tap simulates. The default forwards everything immediately.</summary>
internal sealed record LineConditions
{
    /// <summary>Gets the additional delay in each direction.</summary>
    public TimeSpan Delay { get; init; }

    /// <summary>Gets the jitter. The actual delay is <see cref="Delay"/> plus or minus at most the jitter, and never below zero.</summary>
    public TimeSpan Jitter { get; init; }

    /// <summary>Gets the rate of each direction of a connection in bytes per second, or infinity.</summary>
    public double BytesPerSecond { get; init; } = double.PositiveInfinity;

    /// <summary>Gets the time after which a connection is reset, or <see langword="null"/> to never reset it.</summary>
    public TimeSpan? DisconnectAfter { get; init; }

    /// <summary>Gets the share of datagrams that are lost, from 0 to 1.</summary>
    public double Loss { get; init; }

    /// <summary>Gets the share of datagrams that are delayed so that later datagrams arrive before them, from 0 to 1.</summary>
    public double Reorder { get; init; }

    /// <summary>Gets the seed of the random numbers for jitter, loss and order.</summary>
    public int Seed { get; init; } = Environment.TickCount;

    /// <summary>Gets whether the bytes of a stream are forwarded without delay.</summary>
    public bool IsImmediate => Delay == TimeSpan.Zero && Jitter == TimeSpan.Zero && double.IsPositiveInfinity(BytesPerSecond);
}
