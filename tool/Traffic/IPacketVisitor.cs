namespace Codec.Cli.Traffic;

internal interface IPacketVisitor
{
    void Packet(in TracedPacket packet, in PacketInspection inspection);

    void Fault(PacketFault fault);
}
