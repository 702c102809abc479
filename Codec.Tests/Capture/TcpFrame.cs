namespace Codec.Tests.Capture;

/// <summary>Creates IP packets with a TCP segment. They have no checksums, like packets whose checksums the network card calculates.</summary>
internal static class TcpFrame
{
    public static byte[] Ipv4(ushort sourcePort, ushort destinationPort, uint sequence, byte flags, ReadOnlySpan<byte> payload)
    {
        byte[] ip = new byte[20];
        ip[0] = 0x45;
        BinaryPrimitives.WriteUInt16BigEndian(ip.AsSpan(2), (ushort)(40 + payload.Length));
        ip[9] = 6;
        bool toServer = destinationPort < sourcePort;
        ip[15] = (byte)(toServer ? 1 : 2);
        ip[19] = (byte)(toServer ? 2 : 1);
        return [.. ip, .. Tcp(sourcePort, destinationPort, sequence, flags), .. payload];
    }

    /// <summary>Creates an IPv6 packet with hop-by-hop options before the segment.</summary>
    public static byte[] Ipv6(ushort sourcePort, ushort destinationPort, uint sequence, ReadOnlySpan<byte> payload)
    {
        byte[] ip = new byte[48];
        ip[0] = 0x60;
        BinaryPrimitives.WriteUInt16BigEndian(ip.AsSpan(4), (ushort)(28 + payload.Length));
        ip[23] = 1;
        ip[39] = 2;
        ip[40] = 6;
        return [.. ip, .. Tcp(sourcePort, destinationPort, sequence, 0x10), .. payload];
    }

    private static byte[] Tcp(ushort sourcePort, ushort destinationPort, uint sequence, byte flags)
    {
        byte[] tcp = new byte[20];
        BinaryPrimitives.WriteUInt16BigEndian(tcp, sourcePort);
        BinaryPrimitives.WriteUInt16BigEndian(tcp.AsSpan(2), destinationPort);
        BinaryPrimitives.WriteUInt32BigEndian(tcp.AsSpan(4), sequence);
        tcp[12] = 0x50;
        tcp[13] = flags;
        return tcp;
    }
}
