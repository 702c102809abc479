namespace Codec.Capture;

/// <summary>
/// The addresses and ports of one direction of a TCP connection. An address is two halves in host byte order. An IPv4 address is mapped to IPv6.
/// </summary>
internal readonly record struct TcpEndpoints(
    ulong SourceHigh, ulong SourceLow, ulong DestinationHigh, ulong DestinationLow, ushort SourcePort, ushort DestinationPort)
{
    /// <summary>The lower half of an IPv4 address that is mapped to IPv6, without the address.</summary>
    internal const ulong Mapped = 0xFFFF_0000_0000;

    internal TcpEndpoints Reversed => new(DestinationHigh, DestinationLow, SourceHigh, SourceLow, DestinationPort, SourcePort);
}
