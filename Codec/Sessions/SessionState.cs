namespace Codec.Sessions;

/// <summary>What a session does with packets.</summary>
internal enum SessionState
{
    /// <summary>A client waits for the answer to its Hello; a server waits for the Hello.</summary>
    Opening,

    /// <summary>A server's application decides whether it accepts a client. The client must send nothing.</summary>
    Deciding,

    /// <summary>Packets are passed on.</summary>
    Open,

    /// <summary>This side has left, or the connection ended before it was open. What is received is discarded.</summary>
    Leaving,

    /// <summary>The transport has continued an earlier session. Nothing is received.</summary>
    Moved,
}
