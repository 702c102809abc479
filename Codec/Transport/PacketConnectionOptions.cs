using System.Text;
using Codec.Sessions;

namespace Codec.Transport;

/// <summary>The settings of a <see cref="PacketConnection"/>. Immutable, and safe to share.</summary>
/// <remarks>
/// A timeout is at most <see cref="int.MaxValue"/> milliseconds (24 days), or <see cref="Timeout.InfiniteTimeSpan"/>. For any other timeout, and for
/// a send limit or a rate below 1, the methods that create a connection or a listener throw <see cref="ArgumentOutOfRangeException"/>. For a
/// <see cref="TimeProvider"/> that is <see langword="null"/>, they throw <see cref="ArgumentNullException"/>.
/// </remarks>
public class PacketConnectionOptions
{
    // The longest time that the timers of every runtime can wait for.
    private protected static readonly TimeSpan LongestTimeout = TimeSpan.FromMilliseconds(int.MaxValue);

    /// <summary>Gets the default settings.</summary>
    public static PacketConnectionOptions Default { get; } = new();

    /// <summary>
    /// Gets how many bytes may wait to be sent before <c>SendAsync</c> makes its caller wait. 1 MB by default: several full socket buffers, and
    /// little enough for thousands of connections with slow readers. A sender that must wait resumes when half of the limit has been written.
    /// </summary>
    /// <remarks>
    /// Every packet is accepted, so the limit bounds the memory only if each sender awaits its sends. If senders do not wait, or cancel the wait, set
    /// <see cref="IdleTimeout"/>, which drops a peer that takes nothing. Dispose a connection whose peer takes less than they send.
    /// </remarks>
    public int SendLimit { get; init; } = 1024 * 1024;

    /// <summary>
    /// Gets how long a peer may take to complete a packet that it has begun, even if it keeps sending bytes. More than zero, 30 seconds by default.
    /// </summary>
    /// <remarks>
    /// The time begins when a read has returned a part of the packet. A WebSocket returns up to 64 KB of a frame at once, and TLS a record of up to 16 KB. So
    /// only <see cref="IdleTimeout"/> ends a peer that sends such a part slowly.
    /// </remarks>
    public TimeSpan HalfPacketTimeout { get; init; } = TimeSpan.FromSeconds(30);

    /// <summary>Gets how long a peer may send nothing while a read waits, and how long one write to it may take. More than zero, no limit by default.</summary>
    /// <remarks>
    /// <para>
    /// A write has one block of packets, or one larger packet, and must end within the timeout even if the peer sends meanwhile. Over TCP on Linux, on .NET,
    /// the write must only make progress: the time starts again when the peer's system has received bytes. Without the timeout, a sender waits forever for a
    /// peer that does not read.
    /// </para>
    /// <para>
    /// Choose a timeout in which a slow peer can take the largest packet. A slow peer must also be able to send 64 KB within it over a WebSocket, and 16 KB
    /// over TLS, because bytes count when a read returns them.
    /// </para>
    /// </remarks>
    public TimeSpan IdleTimeout { get; init; } = Timeout.InfiniteTimeSpan;

    /// <summary>Gets how long disposing a connection continues to send the accepted packets. 5 seconds by default.</summary>
    public TimeSpan CloseTimeout { get; init; } = TimeSpan.FromSeconds(5);

    /// <summary>Gets how many packets a peer may send in a second, at least 1. By default <see cref="int.MaxValue"/>: no limit.</summary>
    /// <remarks>
    /// <para>
    /// A peer that was silent for a second may send that many at once. One packet more closes the connection with
    /// <see cref="PacketCloseReason.RateLimit"/>. Packets count when a read returns them. While the application does not read, the peer's allowance grows until
    /// a read has to wait. So an application that reads slowly does not close the connections of its peers.
    /// </para>
    /// <para>
    /// If the network, or the whole process, stops while a read waits, the packets that arrive afterwards look like a burst. To survive a stop of N seconds,
    /// the limit must be N times the rate of a normal peer. The same holds for each pause of the application on Mono, where every read of a socket waits.
    /// Without a limit, nothing is measured.
    /// </para>
    /// </remarks>
    public int MaxReceivedPacketsPerSecond { get; init; } = int.MaxValue;

    /// <summary>
    /// Gets how many bytes a peer may send in a second, headers included, at least 1. By default <see cref="long.MaxValue"/>: no limit. As
    /// <see cref="MaxReceivedPacketsPerSecond"/>; a packet that is larger than the limit is never accepted.
    /// </summary>
    public long MaxReceivedBytesPerSecond { get; init; } = long.MaxValue;

    /// <summary>Gets the observer of the packets of every connection with these settings, or <see langword="null"/> for none.</summary>
    public PacketConnectionObserver? Observer { get; init; }

    /// <summary>
    /// Gets whether the counters of packets and bytes have the packet's id as the attribute <c>codec.packet.id</c>. By default they have only their
    /// direction.
    /// </summary>
    /// <remarks>
    /// Counting by id costs a look-up per packet while a listener is enabled. A peer chooses the ids that it sends, so at most 1,024 ids of a process
    /// have their own attribute; the others are counted together as <c>other</c>. Has no effect on netstandard, which has no meters.
    /// </remarks>
    public bool CountById { get; init; }

    /// <summary>Gets the settings of the session, or <see langword="null"/>, the default, for a connection without one.</summary>
    public PacketSessionOptions? Session { get; init; }

    /// <summary>Gets the clock of the timeouts and of the rates. The system's by default.</summary>
    /// <remarks>
    /// <para>
    /// Its timers call on any thread. <see cref="HalfPacketTimeout"/> and <see cref="IdleTimeout"/> are checked four times in the shorter of them, and a
    /// deadline counts from the first check that finds its condition true. After the process was stopped, a check can run before the bytes that have arrived
    /// are read. So a second check, a quarter of the deadline (at most a second) later, must find the same.
    /// </para>
    /// <para>
    /// A clock that a test moves makes deadlines pass without waiting. One move of the clock, however long, ends no deadline. Move it by a quarter of the
    /// shorter one, by the deadline, and by a quarter again. The connection is closed on a thread of the pool, soon after the last move: await the read.
    /// </para>
    /// </remarks>
    public TimeProvider TimeProvider { get; init; } = TimeProvider.System;

    internal bool HasRates => MaxReceivedPacketsPerSecond != int.MaxValue || MaxReceivedBytesPerSecond != long.MaxValue;

    /// <summary>Returns valid options: the default ones for <see langword="null"/>.</summary>
    internal static PacketConnectionOptions Validate(PacketConnectionOptions? options)
    {
        options ??= Default;
        options.Validate();
        return options;
    }

    internal virtual void Validate()
    {
        Validate(nameof(SendLimit), SendLimit, 1);
        Validate(nameof(MaxReceivedPacketsPerSecond), MaxReceivedPacketsPerSecond, 1);
        Validate(nameof(MaxReceivedBytesPerSecond), MaxReceivedBytesPerSecond, 1);
        Throw.IfNull(TimeProvider, nameof(TimeProvider));

        // With a timeout of zero, the first check would close the connection.
        Validate(nameof(HalfPacketTimeout), HalfPacketTimeout, TimeSpan.FromTicks(1));
        Validate(nameof(IdleTimeout), IdleTimeout, TimeSpan.FromTicks(1));
        Validate(nameof(CloseTimeout), CloseTimeout, TimeSpan.Zero);
        if (Session is not null)
        {
            Validate(Session);
        }
    }

    private static void Validate(PacketSessionOptions session)
    {
        Throw.IfNull(session.Releases, nameof(session.Releases));
        Throw.IfNull(session.Version, nameof(session.Version));
        Validate(nameof(session.MaxRequests), session.MaxRequests, 1);
        Validate(nameof(session.HandshakeTimeout), session.HandshakeTimeout, TimeSpan.FromTicks(1));
        Validate(nameof(session.HeartbeatInterval), session.HeartbeatInterval, TimeSpan.FromMilliseconds(1));
        Validate(nameof(session.HeartbeatTimeout), session.Silence, TimeSpan.FromMilliseconds(1));
        Validate(nameof(session.RequestTimeout), session.RequestTimeout, TimeSpan.FromTicks(1));
        Validate(nameof(session.ResumeTimeout), session.ResumeTimeout, TimeSpan.FromMilliseconds(1));
        Validate(nameof(session.ResumeWindow), session.ResumeWindow, 1);
        Throw.IfTooLong("options", nameof(session.Version), Encoding.UTF8.GetByteCount(session.Version), PacketSessionOptions.MaxTextBytes);
        Throw.IfTooLong("options", nameof(session.Token), session.Token.Length, PacketSessionOptions.MaxTokenBytes);
    }

    private protected static void Validate(string name, long value, long least)
    {
        if (value < least)
        {
            Throw.OptionTooSmall(name, value, least);
        }
    }

    private protected static void Validate(string name, TimeSpan timeout, TimeSpan shortest)
    {
        if (timeout != Timeout.InfiniteTimeSpan && (timeout < shortest || timeout > LongestTimeout))
        {
            Throw.TimeoutNotWaitable(name, timeout, shortest, LongestTimeout);
        }
    }
}
