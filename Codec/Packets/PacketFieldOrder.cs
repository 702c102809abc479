namespace Codec.Packets;

/// <summary>Which field of a header comes first.</summary>
public enum PacketFieldOrder : byte
{
    /// <summary>Size, then Id.</summary>
    SizeFirst = 0,

    /// <summary>Id, then Size.</summary>
    IdFirst = 1,
}
