namespace Codec.Capture;

/// <summary>
/// Packet blocks as this library writes them: little-endian, with the options for flags and queue and no others. They are parsed 8 bytes at a time,
/// without a loop over the options. The result is the same as that of <see cref="CaptureParser"/>, which handles all other blocks.
/// </summary>
internal static class FastBlock
{
    private const int Overhead = CaptureFormat.EnhancedPacketHeader + CaptureFormat.PacketOptions + CaptureFormat.BlockTrailer;

    internal static int LengthOf(int captured) => Overhead + ((captured + 3) & ~3);

    /// <summary>Returns the direction in epb_flags. The number 3 is not defined, and is read as unknown.</summary>
    internal static CaptureDirection DirectionOf(uint flags) => (CaptureDirection)((flags & 3) % 3);

    /// <summary>Parses the block at the start of a span, if it is a fast one.</summary>
    internal static bool TryParse(
        ReadOnlySpan<byte> block, long offset, int maxPacketSize, CaptureInterface[] interfaces, int interfaceCount, out CaptureRecord record)
    {
        const ulong Flags = CaptureFormat.PacketFlags | (4 << 16);
        const ulong Queue = CaptureFormat.PacketQueue | (4 << 16);
        if (block.Length >= Overhead)
        {
            // The fields of the three reads: type and length; interface and upper half of the timestamp; lower half of the timestamp and captured
            // length.
            ulong front = BinaryPrimitives.ReadUInt64LittleEndian(block);
            ulong place = BinaryPrimitives.ReadUInt64LittleEndian(block.Slice(8));
            ulong size = BinaryPrimitives.ReadUInt64LittleEndian(block.Slice(16));
            uint captured = (uint)(size >> 32);
            uint index = (uint)place;
            if (captured <= (uint)maxPacketSize && index < (uint)interfaceCount)
            {
                int length = LengthOf((int)captured);
                if (length <= block.Length && front == (CaptureFormat.EnhancedPacketBlock | ((ulong)length << 32)))
                {
                    ReadOnlySpan<byte> end = block.Slice(length - CaptureFormat.PacketOptions - CaptureFormat.BlockTrailer);
                    ulong flags = BinaryPrimitives.ReadUInt64LittleEndian(end);
                    ulong queue = BinaryPrimitives.ReadUInt64LittleEndian(end.Slice(8));
                    ulong last = BinaryPrimitives.ReadUInt64LittleEndian(end.Slice(16));
                    if ((uint)flags == Flags && (uint)queue == Queue && last == (CaptureFormat.EndOfOptions | ((ulong)length << 32)))
                    {
                        ref readonly CaptureInterface source = ref interfaces[index];
                        record = new CaptureRecord
                        {
                            Data = block.Slice(CaptureFormat.EnhancedPacketHeader, (int)captured),
                            TimestampNanoseconds = source.ToNanoseconds((place & 0xFFFF_FFFF_0000_0000) | (uint)size),
                            Direction = DirectionOf((uint)(flags >> 32)),
                            Connection = (uint)(queue >> 32),
                            HasConnection = true,
                            OriginalLength = BinaryPrimitives.ReadUInt32LittleEndian(block.Slice(24)),
                            LinkType = source.LinkType,
                            Interface = (int)index,
                            Offset = offset,
                        };
                        return true;
                    }
                }
            }
        }

        record = default;
        return false;
    }
}
