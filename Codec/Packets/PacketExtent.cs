namespace Codec.Packets;

/// <summary>The end of the packet at the start of some bytes, or the reason why there is none.</summary>
internal readonly struct PacketExtent(OperationStatus status, PacketError error, uint id, int length)
{
    /// <summary>The packet's id, if the header is complete and valid.</summary>
    internal readonly uint Id = id;

    /// <summary>The size of the whole packet in bytes, even if some of them are missing; 0 if the header is incomplete or invalid.</summary>
    internal readonly int Length = length;

    /// <summary>An <see cref="OperationStatus"/>, in a byte so that the struct is returned in registers.</summary>
    internal readonly byte Status = (byte)status;

    /// <summary>The error, or the part that is missing.</summary>
    internal readonly PacketError Error = error;

    internal static PacketExtent HeaderMissing => new(OperationStatus.NeedMoreData, PacketError.HeaderTruncated, 0, 0);
    internal bool IsPacket => Status == (byte)OperationStatus.Done;

    internal static PacketExtent Found(uint id, int length) => new(OperationStatus.Done, PacketError.None, id, length);

    internal static PacketExtent PayloadMissing(uint id, int length) => new(OperationStatus.NeedMoreData, PacketError.PayloadTruncated, id, length);

    internal static PacketExtent Invalid(PacketError error) => new(OperationStatus.InvalidData, error, 0, 0);
}
