namespace Codec.Dispatch;

/// <summary>The side that may send a packet.</summary>
[Flags]
public enum PacketDirections
{
    /// <summary>Neither.</summary>
    None = 0,

    /// <summary>The client, to the server.</summary>
    ToServer = 1,

    /// <summary>The server, to the client.</summary>
    ToClient = 2,

    /// <summary>Both sides.</summary>
    Both = ToServer | ToClient,
}
