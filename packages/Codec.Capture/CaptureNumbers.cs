namespace Codec.Capture;

/// <summary>Reads numbers in the byte order of a capture: little-endian, or big-endian if they are swapped.</summary>
internal static class CaptureNumbers
{
    internal static ushort UInt16(ReadOnlySpan<byte> bytes, int offset, bool swap)
    {
        ushort value = BinaryPrimitives.ReadUInt16LittleEndian(bytes.Slice(offset));
        return swap ? BinaryPrimitives.ReverseEndianness(value) : value;
    }

    internal static uint UInt32(ReadOnlySpan<byte> bytes, int offset, bool swap)
    {
        uint value = BinaryPrimitives.ReadUInt32LittleEndian(bytes.Slice(offset));
        return swap ? BinaryPrimitives.ReverseEndianness(value) : value;
    }

    internal static ulong UInt64(ReadOnlySpan<byte> bytes, int offset, bool swap)
    {
        ulong value = BinaryPrimitives.ReadUInt64LittleEndian(bytes.Slice(offset));
        return swap ? BinaryPrimitives.ReverseEndianness(value) : value;
    }
}
