namespace Codec.Transport;

/// <summary>What a <see cref="ResumableTransport"/> does.</summary>
internal enum ResumeState
{
    /// <summary>It keeps what it sends. After a cut, the session ends, because the handshake has not ended.</summary>
    Opening,

    /// <summary>It keeps what it sends. After a cut, it waits for another transport.</summary>
    On,

    /// <summary>It keeps nothing: the peer cannot continue, or one side has completed.</summary>
    Off,

    /// <summary>Its transport continues an earlier session.</summary>
    Moved,

    /// <summary>It is disposed.</summary>
    Closed,
}
