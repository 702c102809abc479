namespace Codec.Capture;

/// <summary>Reads numbers in the byte order of a capture: little-endian, or big-endian if they are swapped.</summary>
internal static class CaptureNumbers
{
    internal static ushort UInt16(ReadOnlySpan<byte> bytes, int offset, bool swap) =>
        swap ? BinaryPrimitives.ReadUInt16BigEndian(bytes.Slice(offset)) : BinaryPrimitives.ReadUInt16LittleEndian(bytes.Slice(offset));

    internal static uint UInt32(ReadOnlySpan<byte> bytes, int offset, bool swap) =>
        swap ? BinaryPrimitives.ReadUInt32BigEndian(bytes.Slice(offset)) : BinaryPrimitives.ReadUInt32LittleEndian(bytes.Slice(offset));

    internal static long Int64(ReadOnlySpan<byte> bytes, int offset, bool swap) =>
        swap ? BinaryPrimitives.ReadInt64BigEndian(bytes.Slice(offset)) : BinaryPrimitives.ReadInt64LittleEndian(bytes.Slice(offset));
}
