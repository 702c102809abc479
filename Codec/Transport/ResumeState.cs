namespace Codec.Transport;

/// <summary>What a <see cref="ResumableTransport"/> does.</summary>
internal enum ResumeState
{
    /// <summary>It keeps what it sends. After a cut, the session ends, because the handshake has not ended.</summary>
    Opening,

    /// <summary>It keeps what it sends. After a cut, it waits for another transport.</summary>
    On,

    /// <summary>It keeps nothing: the peer cannot continue, one side has completed, or its transport continues an earlier session.</summary>
    Off,

    /// <summary>It is disposed.</summary>
    Closed,
}
