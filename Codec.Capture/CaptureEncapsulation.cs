namespace Codec.Capture;

/// <summary>What a capture's records hold.</summary>
public enum CaptureEncapsulation : byte
{
    /// <summary>The packets alone, link type USER0: the smallest, and what Wireshark's user tables and this library's reader take.</summary>
    User0 = 0,

    /// <summary>
    /// Ethernet frames with an IPv4 and a TCP header of correct lengths, sequence numbers and checksums, each connection opened by a
    /// handshake: every tool follows the streams. 54 bytes more per packet; the addresses are made up from the connection's number.
    /// </summary>
    Tcp = 1,
}
