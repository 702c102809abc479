namespace Codec.Packets;

/// <summary>The order of the fields of a header.</summary>
public enum PacketFieldOrder : byte
{
    /// <summary>Size, then Id.</summary>
    SizeFirst = 0,

    /// <summary>Id, then Size.</summary>
    IdFirst = 1,
}
