namespace Codec.Transport;

/// <summary>The settings of a <see cref="PacketListener"/>. Immutable, and safe to share.</summary>
public sealed class PacketListenerOptions
{
    /// <summary>Gets the default settings.</summary>
    public static PacketListenerOptions Default { get; } = new();

    /// <summary>Gets how many connections of the listener may be open at once, at least 1. By default 10,000.</summary>
    /// <remarks>
    /// <para>
    /// The listener accepts a peer beyond the limit and resets it at once, so that the peer gets an error immediately. The connection never reaches the
    /// application. In the system's backlog, the peer would consider itself connected, and would get no answer. The listener resets
    /// such peers only while <see cref="PacketListener.AcceptAsync"/> is pending.
    /// </para>
    /// <para>
    /// A connection counts from when it is accepted until it is closed: disposed, or failed (a reset, a deadline, an invalid packet). One whose
    /// peer has ended normally counts until it is disposed, and one that was never disposed until it is collected.
    /// </para>
    /// <para>
    /// The default is more than the players of one server process, and bounds memory: a connection that waits has less than 4 KB, one that is
    /// receiving has a buffer of 64 KB, so 10,000 have 40 MB to 640 MB, and each may hold <see cref="PacketConnectionOptions.SendLimit"/> more for a
    /// peer that reads slowly.
    /// <see cref="int.MaxValue"/> is no limit.
    /// </para>
    /// </remarks>
    public int MaxConnections { get; init; } = 10_000;

    internal void Validate()
    {
        if (MaxConnections < 1)
        {
            Throw.MaxConnectionsNotPositive(MaxConnections);
        }
    }
}
