namespace Codec.Dispatch;

/// <summary>The handling of packets whose id has no handler. A default handler replaces the policy.</summary>
public enum UnknownPacketPolicy : byte
{
    /// <summary>The packet is an error, which closes the connection.</summary>
    Close = 0,

    /// <summary>The packet is skipped.</summary>
    Ignore = 1,
}
