using System;
using System.Threading;

namespace Codec.Transport;

/// <summary>The settings of a <see cref="PacketClient"/>. Immutable, and safe to share.</summary>
/// <remarks>
/// The constructors that take the settings throw <see cref="ArgumentOutOfRangeException"/> for a limit below 1, a negative number of attempts, an
/// <see cref="IdleTimeout"/> of zero, and a time below zero or above <see cref="int.MaxValue"/> milliseconds (24 days), and <see cref="ArgumentNullException"/> for a <see cref="TimeProvider"/>
/// that is <see langword="null"/>.
/// </remarks>
public sealed class PacketClientOptions
{
    private static readonly TimeSpan LongestTimeout = TimeSpan.FromMilliseconds(int.MaxValue);

    /// <summary>Gets the default settings.</summary>
    public static PacketClientOptions Default { get; } = new();

    /// <summary>
    /// Gets how many bytes may wait to be sent before <c>TrySend</c> returns <see langword="false"/>. 256 KB by default: seconds of a game client's
    /// input. A larger packet is accepted if nothing waits.
    /// </summary>
    public int SendLimit { get; init; } = 256 * 1024;

    /// <summary>
    /// Gets how many received bytes may wait for <see cref="PacketClient.Poll"/> before the client stops reading, which slows down the peer's
    /// sending. 256 KB by default. Reading continues when half of them have been dispatched.
    /// </summary>
    /// <remarks>
    /// The bytes of one packet that is not complete, which <c>Poll</c> has taken, do not count. The limit is also the number of bytes after which a call of
    /// <c>Poll</c> returns.
    /// </remarks>
    public int ReceiveLimit { get; init; } = 256 * 1024;

    /// <summary>Gets how long connecting may take, or <see cref="Timeout.InfiniteTimeSpan"/>. 10 seconds by default. <c>Poll</c> checks it.</summary>
    /// <remarks>
    /// A call of <c>Poll</c> must still find no connection a quarter of it later, but at most a second later: after a stop of the process, <c>Poll</c> can run
    /// before the thread that connects.
    /// </remarks>
    public TimeSpan ConnectTimeout { get; init; } = TimeSpan.FromSeconds(10);

    /// <summary>
    /// Gets how long the server may send nothing, or <see cref="Timeout.InfiniteTimeSpan"/>. More than zero, no limit by default. <c>Poll</c> checks it.
    /// </summary>
    /// <remarks>
    /// <para>
    /// The connection ends with <see cref="PacketCloseReason.IdleTimeout"/>, and the client connects again if <see cref="ReconnectAttempts"/> allows it. The
    /// time begins with the first <c>Poll</c> that finds nothing to receive. A call of <c>Poll</c> must still find nothing a
    /// quarter of it later, but at most a second later: after a pause of the process, <c>Poll</c> can run before received bytes are read. Choose a time that is longer than the server's longest pause.
    /// </para>
    /// <para>
    /// Without the timeout, a client whose network fails notices nothing until the system gives up a send, which takes minutes. If it sends
    /// nothing, it stays connected forever. A server that sends and does not read is not detected: <c>TrySend</c> then returns <see langword="false"/>.
    /// </para>
    /// </remarks>
    public TimeSpan IdleTimeout { get; init; } = Timeout.InfiniteTimeSpan;

    /// <summary>
    /// Gets how long a closed client continues in the background to send accepted packets and to wait for the server's end. 5 seconds by default.
    /// </summary>
    /// <remarks>After a send has failed, it is also how long the client still receives what the server sent, before <c>Closed</c> is raised.</remarks>
    public TimeSpan CloseTimeout { get; init; } = TimeSpan.FromSeconds(5);

    /// <summary>
    /// Gets how many times the client tries to connect again after a connection was lost or could not be made: 0, the default, for never, and
    /// <see cref="int.MaxValue"/> for always. The count starts again after a connection with a packet that the dispatcher accepted, even if
    /// its handler threw an exception.
    /// </summary>
    public int ReconnectAttempts { get; init; }

    /// <summary>Gets the delay before the first attempt, which doubles with each further one. 500 milliseconds by default.</summary>
    /// <remarks>
    /// The client waits for a random part of the delay, between half and all of it, so that the clients of a server that restarts do not all connect
    /// at the same moment.
    /// </remarks>
    public TimeSpan ReconnectDelay { get; init; } = TimeSpan.FromMilliseconds(500);

    /// <summary>Gets the longest delay before an attempt. 30 seconds by default.</summary>
    public TimeSpan MaxReconnectDelay { get; init; } = TimeSpan.FromSeconds(30);

    /// <summary>
    /// Gets the clock of the delays, of <see cref="ConnectTimeout"/>, <see cref="IdleTimeout"/>, <see cref="CloseTimeout"/> and <c>maxDuration</c>
    /// of <see cref="PacketClient.Poll"/>. The system's by default.
    /// </summary>
    public TimeProvider TimeProvider { get; init; } = TimeProvider.System;

    /// <summary>Returns valid options: the default ones for <see langword="null"/>.</summary>
    internal static PacketClientOptions Validate(PacketClientOptions? options)
    {
        options ??= Default;
        options.Validate();
        return options;
    }

    internal void Validate()
    {
        Validate(nameof(SendLimit), SendLimit, 1);
        Validate(nameof(ReceiveLimit), ReceiveLimit, 1);
        Validate(nameof(ReconnectAttempts), ReconnectAttempts, 0);
        Validate(nameof(CloseTimeout), CloseTimeout);
        Validate(nameof(ReconnectDelay), ReconnectDelay);
        Validate(nameof(MaxReconnectDelay), MaxReconnectDelay);
        PacketConnectionOptions.Validate(nameof(ConnectTimeout), ConnectTimeout, TimeSpan.Zero);
        PacketConnectionOptions.Validate(nameof(IdleTimeout), IdleTimeout, TimeSpan.FromTicks(1));
        if (TimeProvider is null)
        {
            Throw.ArgumentNull(nameof(TimeProvider));
        }
    }

    private static void Validate(string name, int value, int least)
    {
        if (value < least)
        {
            Throw.ClientOptionTooSmall(name, value, least);
        }
    }

    private static void Validate(string name, TimeSpan time)
    {
        if (time < TimeSpan.Zero || time > LongestTimeout)
        {
            Throw.ClientTimeOutOfRange(name, time, LongestTimeout);
        }
    }
}
