namespace Codec.Cli.View;

/// <summary>A packet, an error or an event in a <see cref="PacketIndex"/>. It has 32 bytes, so that an index of many packets fits in memory.</summary>
/// <param name="Nanoseconds">The time since 1970, or -1 if the source has no times.</param>
/// <param name="Place">The offset of the payload, or of the text of an error or event.</param>
/// <param name="Error">The index of the error's name, or 0 if the packet is valid.</param>
internal readonly record struct PacketRow(long Nanoseconds, long Place, uint Connection, uint Id, int Length, CaptureDirection Direction, byte Error, PacketRowFlags Flags)
{
    public bool Has(PacketRowFlags flag) => (Flags & flag) != 0;
}
