using System;
using System.Threading;

namespace Codec.Transport;

/// <summary>How a <see cref="PacketConnection"/> treats its peer. Immutable once made; safe to share.</summary>
/// <remarks>
/// A timeout is at most <see cref="int.MaxValue"/> milliseconds, some 24 days, and <see cref="Timeout.InfiniteTimeSpan"/> is for ever. What makes a
/// connection or a listener refuses any other with an <see cref="ArgumentOutOfRangeException"/>, and a send limit below 1 too.
/// </remarks>
public sealed class PacketConnectionOptions
{
    // What the timers of every runtime can wait for.
    private static readonly TimeSpan LongestTimeout = TimeSpan.FromMilliseconds(int.MaxValue);

    /// <summary>The settings that a connection has unless it is told otherwise.</summary>
    public static PacketConnectionOptions Default { get; } = new();

    /// <summary>
    /// The bytes that may wait to be sent before <c>SendAsync</c> makes its caller wait. By default 1 MB: several full socket buffers, and
    /// little enough for thousands of connections with slow readers. Who waits goes on when half of it was written.
    /// </summary>
    public int SendLimit { get; init; } = 1024 * 1024;

    /// <summary>How long a peer may take to complete a packet that it has begun, however it drips; more than zero. By default 30 seconds.</summary>
    public TimeSpan HalfPacketTimeout { get; init; } = TimeSpan.FromSeconds(30);

    /// <summary>How long a peer may send nothing at all while a read waits; more than zero. By default for ever.</summary>
    /// <remarks>
    /// Where no read waits, as on a connection that only sends, it is how long a peer may take nothing while packets wait for it: the write under
    /// way, of one block of packets or one larger packet, must end in that time. Without it such a connection waits for a silent peer for ever.
    /// </remarks>
    public TimeSpan IdleTimeout { get; init; } = Timeout.InfiniteTimeSpan;

    /// <summary>How long disposing goes on sending what was accepted. By default 5 seconds.</summary>
    public TimeSpan CloseTimeout { get; init; } = TimeSpan.FromSeconds(5);

    internal void Validate()
    {
        if (SendLimit < 1)
        {
            Throw.SendLimitNotPositive(SendLimit);
        }

        // A peer that had no time at all would be dropped at the first look.
        Validate(nameof(HalfPacketTimeout), HalfPacketTimeout, TimeSpan.FromTicks(1));
        Validate(nameof(IdleTimeout), IdleTimeout, TimeSpan.FromTicks(1));
        Validate(nameof(CloseTimeout), CloseTimeout, TimeSpan.Zero);
    }

    private static void Validate(string name, TimeSpan timeout, TimeSpan shortest)
    {
        if (timeout != Timeout.InfiniteTimeSpan && (timeout < shortest || timeout > LongestTimeout))
        {
            Throw.TimeoutNotWaitable(name, timeout, shortest, LongestTimeout);
        }
    }
}
