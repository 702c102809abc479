namespace Codec.Dispatch;

/// <summary>What to do with a packet whose id nothing is registered for. It is skipped by its size in any case.</summary>
public enum UnknownPacketPolicy : byte
{
    /// <summary>It is an error, which closes the connection.</summary>
    Close = 0,

    /// <summary>It is passed over.</summary>
    Ignore = 1,

    /// <summary>It is passed over, and the first ones are handed to the reporter.</summary>
    Report = 2,
}
