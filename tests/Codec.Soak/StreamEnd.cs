namespace Codec.Soak;

/// <summary>How the packets that one end of a link receives have ended.</summary>
internal enum StreamEnd
{
    /// <summary>They have not.</summary>
    Open,

    /// <summary>The peer ended them after a whole packet.</summary>
    Completed,

    /// <summary>They ended inside a packet.</summary>
    Truncated,

    /// <summary>The connection failed, or this end closed it.</summary>
    Failed,
}
