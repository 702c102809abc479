namespace Codec.Tests.Wireshark;

/// <summary>Creates captures in the format pcapng, which can have several link types.</summary>
internal static class PcapngFile
{
    private const int User1 = 148;

    /// <summary>
    /// Returns a capture with a record for each packet. The packets of the first dissector have the link type USER1, those of the second USER2, and so on.
    /// </summary>
    public static byte[] OfPackets(IEnumerable<IEnumerable<byte[]>> packets)
    {
        byte[][][] all = [.. packets.Select(part => part.ToArray())];
        CaptureBytes file = new CaptureBytes().Section();
        for (int i = 0; i < all.Length; i++)
        {
            file.Interface((ushort)(User1 + i));
        }

        foreach ((uint index, byte[] packet) in all.SelectMany((part, i) => part.Select(packet => ((uint)i, packet))))
        {
            file.Packet(packet, index: index);
        }

        return file.ToArray();
    }
}
