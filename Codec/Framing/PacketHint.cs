namespace Codec.Framing;

/// <summary>A guess at what invalid bytes are, only for the log.</summary>
public enum PacketHint : byte
{
    /// <summary>The bytes look like nothing known.</summary>
    None = 0,

    /// <summary>An HTTP request or response, such as from a browser or a health check.</summary>
    Http = 1,

    /// <summary>A TLS handshake or alert: the peer expects encryption.</summary>
    Tls = 2,

    /// <summary>The size would be accepted in the other byte order.</summary>
    OtherByteOrder = 3,

    /// <summary>A header of the PROXY protocol, version 1 or 2, from a load balancer.</summary>
    ProxyProtocol = 4,
}
