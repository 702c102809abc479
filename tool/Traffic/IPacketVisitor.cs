namespace Codec.Cli.Traffic;

/// <summary>Processes the packets that a command reads.</summary>
internal interface IPacketVisitor
{
    /// <summary>Processes a packet.</summary>
    /// <param name="packet">The packet. The source reuses its memory after the call.</param>
    void Packet(in TracedPacket packet, in PacketInspection inspection);

    void Fault(PacketFault fault);
}
