namespace Codec.Schema.Model;

/// <summary>Who may send a packet.</summary>
public enum PacketDirection
{
    /// <summary>Client and server.</summary>
    Both,

    /// <summary>The client alone.</summary>
    Client,

    /// <summary>The server alone.</summary>
    Server,
}
