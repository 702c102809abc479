namespace Codec.Framing;

/// <summary>What bytes that are no packet look like, as a help for whoever reads the log. A guess, never a reason to accept anything.</summary>
public enum PacketHint : byte
{
    /// <summary>They look like nothing known.</summary>
    None = 0,

    /// <summary>An HTTP request or answer: somebody pointed a browser or a health check at the port.</summary>
    Http = 1,

    /// <summary>A TLS handshake or alert: the other side expects encryption.</summary>
    Tls = 2,

    /// <summary>Read in the other byte order, the size would be accepted.</summary>
    OtherByteOrder = 3,
}
