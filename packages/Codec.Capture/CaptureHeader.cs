namespace Codec.Capture;

/// <summary>Writes the blocks before a capture's packets: the section header, and the description of its only interface.</summary>
internal static class CaptureHeader
{
    /// <summary>Writes both blocks to the start of a buffer of at least 256 bytes. Returns the number of bytes written.</summary>
    internal static int Write(Span<byte> destination, CaptureEncapsulation encapsulation, bool isServer)
    {
        bool tcp = encapsulation == CaptureEncapsulation.Tcp;
        byte linkType = (byte)(tcp ? CaptureFormat.LinkTypeEthernet : CaptureFormat.LinkTypeUser0);
        ReadOnlySpan<byte> name = tcp ? "packets as TCP"u8 : "packets"u8;
        ReadOnlySpan<byte> padding = new byte[-name.Length & 3];
        ReadOnlySpan<byte> description = isServer ? [CaptureFormat.InterfaceDescription, 0, 6, 0, .. CaptureFormat.ServerDescription, 0, 0] : [];
        byte length = (byte)(36 + name.Length + padding.Length + description.Length);
        ReadOnlySpan<byte> header =
        [
            // The section: type, length, byte order, version 1.0, the length of the section, which is not known in advance, and the length again.
            0x0A, 0x0D, 0x0D, 0x0A, 28, 0, 0, 0, 0x4D, 0x3C, 0x2B, 0x1A, 1, 0, 0, 0, 255, 255, 255, 255, 255, 255, 255, 255, 28, 0, 0, 0,

            // The interface: type, length, link type, and a snap length of 0, because packets are not truncated.
            1, 0, 0, 0, length, 0, 0, 0, linkType, 0, 0, 0, 0, 0, 0, 0,

            // Its options: a name, which side captures, and timestamps in nanoseconds. Then the end of the options, and the length again.
            2, 0, (byte)name.Length, 0, .. name, .. padding, .. description, CaptureFormat.InterfaceTimestampResolution, 0, 1, 0, 9, 0, 0, 0, 0, 0, 0, 0, length, 0, 0, 0,
        ];
        header.CopyTo(destination);
        return header.Length;
    }
}
