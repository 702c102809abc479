namespace Codec.Framing;

/// <summary>Owns the memory of the packet that it returned last.</summary>
internal interface IPacketOwner
{
    /// <summary>Returns the packet of a read, by the read's number.</summary>
    /// <exception cref="InvalidOperationException">A later read released the packet's memory.</exception>
    Packet GetPacket(int version);
}
