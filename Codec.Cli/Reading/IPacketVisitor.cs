using Codec.Cli.Traffic;

namespace Codec.Cli.Reading;

/// <summary>What a command does with what it reads.</summary>
internal interface IPacketVisitor
{
    /// <summary>Takes a packet.</summary>
    /// <param name="packet">The packet; its memory is the source's again after the call.</param>
    /// <param name="inspection">What it is by the schema.</param>
    void Packet(in TracedPacket packet, in PacketInspection inspection);

    /// <summary>Takes bytes that are no packet.</summary>
    void Fault(PacketFault fault);
}
