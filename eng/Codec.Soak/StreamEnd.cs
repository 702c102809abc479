namespace Codec.Soak;

/// <summary>Specifies how the packets that one end of a link receives have ended.</summary>
internal enum StreamEnd
{
    /// <summary>They have not ended.</summary>
    Open,

    /// <summary>The peer ended the stream after a whole packet.</summary>
    Completed,

    /// <summary>The stream ended inside a packet.</summary>
    Truncated,

    /// <summary>The connection failed, or this end closed it.</summary>
    Failed,
}
