namespace Codec.Capture;

/// <summary>The content of the records of a capture.</summary>
public enum CaptureEncapsulation : byte
{
    /// <summary>Only the packets, with link type USER0. The smallest form, which Wireshark's user tables and this library's reader accept.</summary>
    User0 = 0,

    /// <summary>
    /// Ethernet frames with an IPv4 and a TCP header of correct lengths, sequence numbers and checksums, each connection opened by a
    /// handshake, so that every tool can follow the streams. 54 bytes more per packet. The addresses are derived from the connection's number.
    /// </summary>
    Tcp = 1,
}
