namespace Codec.Transport;

/// <summary>How a client makes another connection of a session, and, for that connection, the session that it continues.</summary>
internal sealed class ResumeContext(Func<CancellationToken, ValueTask<PacketConnection>>? connect, ResumableTransport? lost)
{
    // The caller's delegate creates the connection, so the context flows through the delegate.
    private static readonly AsyncLocal<ResumeContext?> Current = new();

    private int _isTaken;

    internal Func<CancellationToken, ValueTask<PacketConnection>>? Connect => connect;
    internal ResumableTransport? Lost => lost;

    /// <summary>Gets or sets the two halves of the key. They are zero without one.</summary>
    internal (ulong Low, ulong High) Key { get; set; }

    /// <summary>Gets or sets the number of the last attempt to continue.</summary>
    internal uint Attempt { get; set; }

    /// <summary>Gets or sets how many bytes the server has received of the session that is continued.</summary>
    internal ulong PeerReceived { get; set; }

    /// <summary>Gets or sets whether a client can only continue an earlier session, because the server has no place for another one.</summary>
    internal bool IsFull { get; set; }

    /// <summary>Calls a delegate so that the connection that it creates can be continued.</summary>
    internal static async ValueTask<PacketConnection> ConnectAsync(
        Func<CancellationToken, ValueTask<PacketConnection>> connect, ResumableTransport? lost, CancellationToken cancellationToken)
    {
        // The method restores the value when it returns to its caller.
        Current.Value = new ResumeContext(connect, lost);
        return await connect(cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Returns the context for a new connection: once for each call of the delegate.</summary>
    internal static ResumeContext? Take(bool isServer) =>
        isServer ? new ResumeContext(null, null)
        : Current.Value is { } context && Interlocked.Exchange(ref context._isTaken, 1) == 0 ? context
        : null;
}
