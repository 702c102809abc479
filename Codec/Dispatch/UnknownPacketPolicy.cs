namespace Codec.Dispatch;

/// <summary>What a dispatcher does with a packet whose id has no handler. A default handler replaces the policy.</summary>
public enum UnknownPacketPolicy : byte
{
    /// <summary>The packet is an error, which closes the connection.</summary>
    Close = 0,

    /// <summary>The packet is skipped.</summary>
    Ignore = 1,
}
