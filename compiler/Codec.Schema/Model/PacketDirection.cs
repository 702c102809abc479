namespace Codec.Schema.Model;

/// <summary>The sides that may send a packet.</summary>
public enum PacketDirection
{
    /// <summary>Client and server.</summary>
    Both,

    /// <summary>Only the client.</summary>
    Client,

    /// <summary>Only the server.</summary>
    Server,
}
