namespace Codec.Soak;

/// <summary>How the packets that one end of a link receives have ended: after a whole packet, inside one, or because the connection failed.</summary>
internal enum StreamEnd
{
    Open,
    Completed,
    Truncated,
    Failed,
}
