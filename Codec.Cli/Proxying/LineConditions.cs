using System;

namespace Codec.Cli.Proxying;

/// <summary>How a tap degrades what it forwards. The default forwards everything at once.</summary>
public sealed record LineConditions
{
    /// <summary>Gets how long everything takes longer, in each direction.</summary>
    public TimeSpan Delay { get; init; }

    /// <summary>Gets how much the delay varies: it is <see cref="Delay"/> plus or minus at most this, and never below zero.</summary>
    public TimeSpan Jitter { get; init; }

    /// <summary>Gets the rate of each direction of a connection in bytes per second, or infinity.</summary>
    public double BytesPerSecond { get; init; } = double.PositiveInfinity;

    /// <summary>Gets how long after its beginning a connection is reset, or <see langword="null"/> for never.</summary>
    public TimeSpan? DisconnectAfter { get; init; }

    /// <summary>Gets the share of datagrams that are lost, from 0 to 1.</summary>
    public double Loss { get; init; }

    /// <summary>Gets the share of datagrams that are held back, so that later ones overtake them, from 0 to 1.</summary>
    public double Reorder { get; init; }

    /// <summary>Gets the seed of the random numbers for jitter, loss and order.</summary>
    public int Seed { get; init; } = Environment.TickCount;

    /// <summary>Gets whether bytes of a stream need not wait.</summary>
    public bool IsImmediate => Delay == TimeSpan.Zero && Jitter == TimeSpan.Zero && double.IsPositiveInfinity(BytesPerSecond);
}
