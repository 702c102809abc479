namespace Codec.Transport;

/// <summary>The settings of a <see cref="PacketClient"/> and of its connections. Immutable, and safe to share.</summary>
/// <remarks>
/// The constructors that take the settings throw <see cref="ArgumentOutOfRangeException"/> for a <see cref="ReceiveLimit"/> below 1, a negative number of
/// attempts, or a delay below zero or above <see cref="int.MaxValue"/> milliseconds (24 days). <see cref="PacketConnectionOptions"/> adds its own conditions.
/// </remarks>
public sealed class PacketClientOptions : PacketConnectionOptions
{
    /// <summary>
    /// Creates the default settings. <see cref="PacketConnectionOptions.SendLimit"/>, above which <c>TrySend</c> returns <see langword="false"/>, is 256 KB:
    /// seconds of a game client's input.
    /// </summary>
    public PacketClientOptions() => SendLimit = 256 * 1024;

    /// <summary>Gets the default settings.</summary>
    public static new PacketClientOptions Default { get; } = new();

    /// <summary>
    /// Gets how many bytes of received packets may wait for <see cref="PacketClient.Poll"/> before the client stops reading, which slows down the peer's
    /// sending. 256 KB by default. Reading continues when half of them have been dispatched. A larger packet is received if no other packet waits.
    /// </summary>
    /// <remarks>The limit is also the number of bytes after which a call of <c>Poll</c> returns.</remarks>
    public int ReceiveLimit { get; init; } = 256 * 1024;

    /// <summary>Gets how long connecting may take, or <see cref="Timeout.InfiniteTimeSpan"/>. 10 seconds by default. <c>Poll</c> checks it.</summary>
    /// <remarks>
    /// The attempt fails only if a later <c>Poll</c>, a quarter of this time (at most a second) later, still finds no connection: after a stop of the process,
    /// <c>Poll</c> can run before the thread that connects.
    /// </remarks>
    public TimeSpan ConnectTimeout { get; init; } = TimeSpan.FromSeconds(10);

    /// <summary>
    /// Gets how many times the client tries to connect again after a connection was lost or could not be made: 0, the default, means never, and
    /// <see cref="int.MaxValue"/> means without a limit. The count starts again with a packet that the dispatcher accepted, even if its handler threw an exception.
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

    internal override void Validate()
    {
        base.Validate();
        Validate(nameof(ReceiveLimit), ReceiveLimit, 1);
        Validate(nameof(ReconnectAttempts), ReconnectAttempts, 0);
        Validate(nameof(ReconnectDelay), ReconnectDelay);
        Validate(nameof(MaxReconnectDelay), MaxReconnectDelay);
        Validate(nameof(ConnectTimeout), ConnectTimeout, TimeSpan.Zero);
    }

    private static void Validate(string name, TimeSpan delay)
    {
        if (delay < TimeSpan.Zero || delay > LongestTimeout)
        {
            Throw.ClientTimeOutOfRange(name, delay, LongestTimeout);
        }
    }
}
