using System;
using System.Buffers.Binary;

namespace Codec.Capture;

/// <content>
/// Packet blocks as this library writes them: flags, queue and no other option, in little-endian. They are taken apart without a walk
/// over options, in reads of 8 bytes. Nothing is judged differently here: what is in any way unusual is left to the general path.
/// </content>
public sealed partial class CaptureReader
{
    private const int UsualOverhead = CaptureFormat.EnhancedPacketHeader + CaptureFormat.PacketOptions + CaptureFormat.BlockTrailer;

    // Where the block begins in the buffer that was read last, if it was a usual one; otherwise -1, and _current says what was read.
    private int _usual = -1;

    private bool TryTakeUsualPacket(out CaptureRecord record)
    {
        if (_swap || !TryParseUsualPacket(_buffer.Span, _offset, out record))
        {
            record = default;
            return false;
        }

        _usual = _buffer.Start;
        Consume(UsualLength(record.Data.Length));
        return true;
    }

    /// <summary>The record that was read last, taken apart once more.</summary>
    private CaptureRecord UsualRecord()
    {
        int length = _buffer.Start - _usual;
        TryParseUsualPacket(new ReadOnlySpan<byte>(_buffer.Bytes, _usual, length), _offset - length, out CaptureRecord record);
        return record;
    }

    private bool TryParseUsualPacket(ReadOnlySpan<byte> block, long offset, out CaptureRecord record)
    {
        const ulong Flags = CaptureFormat.PacketFlags | (4 << 16);
        const ulong Queue = CaptureFormat.PacketQueue | (4 << 16);
        if (block.Length >= UsualOverhead)
        {
            // Type and length, interface and the time's upper half, its lower half and the captured length.
            ulong front = BinaryPrimitives.ReadUInt64LittleEndian(block);
            ulong place = BinaryPrimitives.ReadUInt64LittleEndian(block.Slice(8));
            ulong size = BinaryPrimitives.ReadUInt64LittleEndian(block.Slice(16));
            uint captured = (uint)(size >> 32);
            uint index = (uint)place;
            if (captured <= (uint)_options.MaxPacketSize && index < (uint)_interfaceCount)
            {
                int length = UsualLength((int)captured);
                if (length <= block.Length && front == (CaptureFormat.EnhancedPacketBlock | ((ulong)length << 32)))
                {
                    ReadOnlySpan<byte> end = block.Slice(length - CaptureFormat.PacketOptions - CaptureFormat.BlockTrailer);
                    ulong flags = BinaryPrimitives.ReadUInt64LittleEndian(end);
                    ulong queue = BinaryPrimitives.ReadUInt64LittleEndian(end.Slice(8));
                    ulong last = BinaryPrimitives.ReadUInt64LittleEndian(end.Slice(16));
                    if ((uint)flags == Flags && (uint)queue == Queue && last == (CaptureFormat.EndOfOptions | ((ulong)length << 32)))
                    {
                        ref readonly CaptureInterface source = ref _interfaces[index];
                        record = new CaptureRecord
                        {
                            Data = block.Slice(CaptureFormat.EnhancedPacketHeader, (int)captured),
                            TimestampNanoseconds = source.ToNanoseconds((place & 0xFFFF_FFFF_0000_0000) | (uint)size),
                            Direction = (CaptureDirection)Math.Min(2, (uint)(flags >> 32) & 3),
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

    private static int UsualLength(int captured) => UsualOverhead + ((captured + 3) & ~3);
}
