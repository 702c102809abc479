namespace Codec.Capture;

/// <summary>The content of the records of a capture.</summary>
public enum CaptureEncapsulation : byte
{
    /// <summary>Only the packets, with link type USER0. This is the smallest form. Wireshark's user tables and this library's reader accept it.</summary>
    User0 = 0,

    /// <summary>
    /// Ethernet frames with IPv4 and TCP headers. Lengths, sequence numbers and checksums are correct, and each connection starts with a handshake,
    /// so that every tool can follow the streams. It adds 54 bytes per packet. The addresses are derived from the connection's number.
    /// </summary>
    Tcp = 1,
}
