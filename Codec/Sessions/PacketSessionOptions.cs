using System.Text;

namespace Codec.Sessions;

/// <summary>The settings of a session: which parts are on, and what this side says in the handshake. Immutable.</summary>
/// <remarks>
/// Both sides must use a session with the same <see cref="FirstId"/>. Either both have a <see cref="Protocol"/>, or neither. Requests and leaving need no
/// setting. Creating a connection or a listener throws <see cref="ArgumentOutOfRangeException"/> for an invalid value.
/// </remarks>
public sealed class PacketSessionOptions
{
    // The longest version or text, in bytes of UTF-8, and the longest token.
    internal const int MaxTextBytes = 255;
    internal const int MaxTokenBytes = 1024;

    // The first id of session.fbs, and the number of ids, including reserved ones.
    internal const uint UsualFirstId = Hello.PacketId;
    internal const uint IdCount = 16;

    // One field, because a class has at most 12.
    private (TimeSpan Heartbeat, TimeSpan? Silence, TimeSpan Resume) _times = (Timeout.InfiniteTimeSpan, null, Timeout.InfiniteTimeSpan);

    /// <summary>Gets whether this side is the server, which answers the handshake. A client by default.</summary>
    public bool IsServer { get; init; }

    /// <summary>Gets the hashes of this side's schema, or <see langword="null"/> to open the session at once, without a handshake.</summary>
    public PacketProtocol? Protocol { get; init; }

    /// <summary>Gets the version of this side, for the peer's logs: at most 255 bytes of UTF-8.</summary>
    public string Version { get; init; } = "";

    /// <summary>Gets what a client shows to the server, such as a ticket: at most 1,024 bytes. A server ignores it.</summary>
    public ReadOnlyMemory<byte> Token { get; init; }

    /// <summary>Gets the other versions of the schema that a server knows, as <c>codec check --releases</c> writes them.</summary>
    /// <remarks>The value is the reason to refuse a client of that version, or an empty text to accept it.</remarks>
    public IReadOnlyDictionary<PacketProtocol, string> Releases { get; init; } = new Dictionary<PacketProtocol, string>();

    /// <summary>Gets the delegate that decides about a client, or <see langword="null"/> to accept every client with a compatible schema.</summary>
    /// <remarks>
    /// It is called on the thread that reads, after the protocol was checked. It calls <see cref="PacketHello.Welcome"/> or
    /// <see cref="PacketHello.Refuse"/> before its task ends. A client is refused if the task ends without a decision, or fails.
    /// </remarks>
    public Func<PacketHello, Task>? Accept { get; init; }

    /// <summary>Gets the first of the 16 ids of the session's packets. 65,280 by default, near the end of 2-byte ids.</summary>
    public uint FirstId { get; init; } = UsualFirstId;

    /// <summary>Gets how long the handshake may take, or <see cref="Timeout.InfiniteTimeSpan"/>. 10 seconds by default.</summary>
    public TimeSpan HandshakeTimeout { get; init; } = TimeSpan.FromSeconds(10);

    /// <summary>Gets how often a ping is sent; <see cref="Timeout.InfiniteTimeSpan"/>, the default, for never.</summary>
    public TimeSpan HeartbeatInterval
    {
        get => _times.Heartbeat;
        init => _times.Heartbeat = value;
    }

    /// <summary>Gets how long the peer may send nothing while a read waits, or <see langword="null"/>, the default, for twice the interval.</summary>
    /// <remarks>The connection is closed within an interval afterwards. Has no effect without <see cref="HeartbeatInterval"/>.</remarks>
    public TimeSpan? HeartbeatTimeout
    {
        get => _times.Silence;
        init => _times.Silence = value;
    }

    /// <summary>Gets how long each answer may take, or <see cref="Timeout.InfiniteTimeSpan"/>. 30 seconds by default.</summary>
    public TimeSpan RequestTimeout { get; init; } = TimeSpan.FromSeconds(30);

    /// <summary>Gets how many requests of each side may be without an answer, at least 1. 1,024 by default.</summary>
    public int MaxRequests { get; init; } = 1024;

    /// <summary>Gets how long a session waits for its client after a cut. <see cref="Timeout.InfiniteTimeSpan"/>, the default, ends it at once.</summary>
    /// <remarks>
    /// Both sides must set it, and <see cref="Protocol"/>. A server continues only sessions with the same options object. A <c>PacketClient</c>, or a
    /// connection of <c>PacketConnection.ConnectAsync</c>, connects again by itself.
    /// </remarks>
    public TimeSpan ResumeTimeout
    {
        get => _times.Resume;
        init => _times.Resume = value;
    }

    /// <summary>Gets how many unacknowledged bytes are kept, besides one write: at least 1, 256 KB by default. Then a write waits.</summary>
    public int ResumeWindow { get; init; } = 256 * 1024;

    internal bool CanResume => ResumeTimeout >= TimeSpan.Zero && Protocol is not null;

    /// <summary>Gets the timeout of the heartbeat, or a negative time for none.</summary>
    internal TimeSpan Silence =>
        HeartbeatInterval < TimeSpan.Zero ? Timeout.InfiniteTimeSpan : HeartbeatTimeout ?? HeartbeatInterval + HeartbeatInterval;

    /// <summary>Throws if a text for the peer is <see langword="null"/> or too long.</summary>
    internal static void ValidateText(string text)
    {
        Throw.IfNull(text, nameof(text));
        Throw.IfTooLong(nameof(text), nameof(text), Encoding.UTF8.GetByteCount(text), MaxTextBytes);
    }

    /// <summary>Decides whether a server accepts a protocol.</summary>
    /// <returns>The text of the refusal, or <see langword="null"/> if the protocol is accepted.</returns>
    internal string? FindMismatch(PacketProtocol client, string version)
    {
        string? differences = null;
        if (client == Protocol || (Releases.TryGetValue(client, out differences) && string.IsNullOrEmpty(differences)))
        {
            return null;
        }

        string text = differences is null
            ? $"The server has the version '{Version}', and does not know the schema of the client's version '{version}'."
            : $"The server has the version '{Version}', which is not compatible. {differences}";

        // As many whole characters as a refusal may have.
        Encoding.UTF8.GetEncoder().Convert(
            text.ToCharArray(), 0, text.Length, new byte[MaxTextBytes], 0, MaxTextBytes, flush: true, out int fitting, out _, out _);
        return text.Substring(0, fitting);
    }
}
