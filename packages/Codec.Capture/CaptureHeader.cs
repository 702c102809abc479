using System.Text;

namespace Codec.Capture;

/// <summary>Writes the blocks before a capture's packets: the section header, and the description of its only interface.</summary>
internal static class CaptureHeader
{
    private const int SectionHeaderSize = 28;

    /// <summary>Writes both blocks to the start of a buffer of at least 256 bytes.</summary>
    /// <returns>The number of bytes written.</returns>
    internal static int Write(Span<byte> destination, CaptureEncapsulation encapsulation)
    {
        BinaryPrimitives.WriteUInt32LittleEndian(destination, CaptureFormat.SectionHeaderBlock);
        BinaryPrimitives.WriteInt32LittleEndian(destination.Slice(4), SectionHeaderSize);
        BinaryPrimitives.WriteUInt32LittleEndian(destination.Slice(8), CaptureFormat.ByteOrderMagic);
        BinaryPrimitives.WriteUInt16LittleEndian(destination.Slice(12), 1);
        BinaryPrimitives.WriteUInt16LittleEndian(destination.Slice(14), 0);

        // The length of the section is not known in advance. This is expressed by -1.
        BinaryPrimitives.WriteInt64LittleEndian(destination.Slice(16), -1);
        BinaryPrimitives.WriteInt32LittleEndian(destination.Slice(24), SectionHeaderSize);

        Span<byte> block = destination.Slice(SectionHeaderSize);
        bool tcp = encapsulation == CaptureEncapsulation.Tcp;
        BinaryPrimitives.WriteUInt32LittleEndian(block, CaptureFormat.InterfaceDescriptionBlock);
        BinaryPrimitives.WriteUInt16LittleEndian(
            block.Slice(8), (ushort)(tcp ? CaptureFormat.LinkTypeEthernet : CaptureFormat.LinkTypeUser0));
        BinaryPrimitives.WriteUInt16LittleEndian(block.Slice(10), 0);

        // Packets are not truncated. This is expressed by a snap length of 0.
        BinaryPrimitives.WriteUInt32LittleEndian(block.Slice(12), 0);
        int end = 16;
        const int InterfaceName = 2;
        end += WriteOption(block.Slice(end), InterfaceName, Encoding.ASCII.GetBytes(tcp ? "packets as TCP" : "packets"));
        const byte Nanoseconds = 9;
        end += WriteOption(block.Slice(end), CaptureFormat.InterfaceTimestampResolution, [Nanoseconds]);
        BinaryPrimitives.WriteUInt32LittleEndian(block.Slice(end), CaptureFormat.EndOfOptions);
        end += 8;
        BinaryPrimitives.WriteInt32LittleEndian(block.Slice(4), end);
        BinaryPrimitives.WriteInt32LittleEndian(block.Slice(end - 4), end);
        return SectionHeaderSize + end;
    }

    private static int WriteOption(Span<byte> destination, ushort code, ReadOnlySpan<byte> value)
    {
        int padded = (value.Length + 3) & ~3;
        BinaryPrimitives.WriteUInt16LittleEndian(destination, code);
        BinaryPrimitives.WriteUInt16LittleEndian(destination.Slice(2), (ushort)value.Length);
        destination.Slice(4, padded).Clear();
        value.CopyTo(destination.Slice(4));
        return 4 + padded;
    }
}
