namespace Codec.Capture;

/// <summary>
/// The addresses and ports of one direction of a TCP connection. An address is two halves in host byte order. An IPv4 address is mapped to IPv6.
/// </summary>
internal readonly struct TcpEndpoints : IEquatable<TcpEndpoints>
{
    /// <summary>The lower half of an IPv4 address that is mapped to IPv6, without the address.</summary>
    internal const ulong Mapped = 0xFFFF_0000_0000;

    internal ulong SourceHigh { get; init; }

    internal ulong SourceLow { get; init; }

    internal ulong DestinationHigh { get; init; }

    internal ulong DestinationLow { get; init; }

    internal ushort SourcePort { get; init; }

    internal ushort DestinationPort { get; init; }

    /// <summary>Gets the other direction of the same connection.</summary>
    internal TcpEndpoints Reversed => new()
    {
        SourceHigh = DestinationHigh,
        SourceLow = DestinationLow,
        DestinationHigh = SourceHigh,
        DestinationLow = SourceLow,
        SourcePort = DestinationPort,
        DestinationPort = SourcePort,
    };

    public bool Equals(TcpEndpoints other) =>
        SourceLow == other.SourceLow && DestinationLow == other.DestinationLow
        && SourcePort == other.SourcePort && DestinationPort == other.DestinationPort
        && SourceHigh == other.SourceHigh && DestinationHigh == other.DestinationHigh;

    public override bool Equals(object? obj) => obj is TcpEndpoints other && Equals(other);

    public override int GetHashCode()
    {
        // Knuth's multiplier spreads addresses that differ in few bits.
        const ulong Multiplier = 0x9E3779B97F4A7C15;
        ulong mixed = ((SourceHigh * Multiplier) ^ SourceLow) * Multiplier;
        mixed = (mixed ^ DestinationHigh) * Multiplier;
        mixed ^= DestinationLow + ((ulong)SourcePort << 32) + ((ulong)DestinationPort << 48);
        return (int)(mixed ^ (mixed >> 32));
    }
}
