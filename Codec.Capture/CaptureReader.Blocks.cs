using System;
using System.Buffers.Binary;

namespace Codec.Capture;

/// <content>The blocks of pcapng.</content>
public sealed partial class CaptureReader
{
    /// <summary>What a block may have beside its packet, in bytes: its fields, and options such as comments, names and keys.</summary>
    private const int BlockSlack = 256 * 1024;

    private CaptureInterface[] _interfaces = [];
    private int _interfaceCount;
    private Kind _kind;
    private bool _swap;

    private enum Kind : byte
    {
        Unknown,
        Pcapng,
        Pcap,
    }

    /// <summary>
    /// Takes what is at the front of the buffer: a record, or something that is none and is passed over. Sets the bytes needed if
    /// there are not enough, and fails if they are wrong.
    /// </summary>
    /// <returns>Whether it was a record.</returns>
    private bool Parse() => _kind switch
    {
        Kind.Pcapng => ParseBlock(),
        Kind.Pcap => ParsePcapRecord(),
        _ => ParseBegin(),
    };

    private bool ParseBlock()
    {
        const int BlockHeader = 8;
        const int SmallestBlock = 12;
        if (TryTakeUsualPacket(out _))
        {
            return true;
        }

        _current = default;
        if (!Have(BlockHeader))
        {
            return false;
        }

        ReadOnlySpan<byte> front = Block(BlockHeader);
        uint type = UInt32(front, 0);

        // A section's begin reads the same in both byte orders, and says which it is.
        if (type == CaptureFormat.SectionHeaderBlock)
        {
            if (!Have(SmallestBlock))
            {
                return false;
            }

            front = Block(SmallestBlock);
            uint order = BinaryPrimitives.ReadUInt32LittleEndian(front.Slice(BlockHeader));
            if (order is not (CaptureFormat.ByteOrderMagic or CaptureFormat.ByteOrderMagicSwapped))
            {
                Fail(CaptureError.NotACapture, _offset);
                return false;
            }

            _swap = order == CaptureFormat.ByteOrderMagicSwapped;
        }

        uint length = UInt32(front, 4);
        if (length < SmallestBlock || length % 4 != 0)
        {
            // A file that was made longer before the crash than it was written ends in zeros.
            Fail(length == 0 && type == 0 ? CaptureError.Truncated : CaptureError.BlockLengthInvalid, _offset);
            return false;
        }

        if (type is not (CaptureFormat.EnhancedPacketBlock or CaptureFormat.SectionHeaderBlock or CaptureFormat.InterfaceDescriptionBlock
            or CaptureFormat.SimplePacketBlock or CaptureFormat.ObsoletePacketBlock))
        {
            _skip = length;
            _skippedFrom = _offset;
            return false;
        }

        if (length > (uint)(_options.MaxPacketSize + BlockSlack))
        {
            Fail(CaptureError.TooLong, _offset);
            return false;
        }

        if (!Have((int)length))
        {
            return false;
        }

        ReadOnlySpan<byte> block = Block((int)length);
        if (UInt32(block, block.Length - CaptureFormat.BlockTrailer) != length)
        {
            Fail(CaptureError.BlockLengthsDiffer, _offset);
            return false;
        }

        bool isPacket = type switch
        {
            CaptureFormat.SectionHeaderBlock => BeginSection(block),
            CaptureFormat.InterfaceDescriptionBlock => AddInterface(block),
            CaptureFormat.SimplePacketBlock => TakeSimplePacket(block),
            _ => TakePacket(block, type),
        };
        if (Error == CaptureError.None)
        {
            Consume(block.Length);
        }

        return isPacket && Error == CaptureError.None;
    }

    private bool TakeSimplePacket(ReadOnlySpan<byte> block)
    {
        const int Header = 12;
        if (block.Length < Header + CaptureFormat.BlockTrailer)
        {
            Fail(CaptureError.BlockLengthInvalid, _offset);
            return false;
        }

        if (_interfaceCount == 0)
        {
            Fail(CaptureError.InterfaceUndeclared, _offset);
            return false;
        }

        CaptureInterface source = _interfaces[0];
        uint original = UInt32(block, 8);
        uint captured = source.SnapLength != 0 ? Math.Min(original, source.SnapLength) : original;
        if (captured > (uint)(block.Length - Header - CaptureFormat.BlockTrailer))
        {
            Fail(CaptureError.PacketLongerThanBlock, _offset);
            return false;
        }

        if (captured > (uint)_options.MaxPacketSize)
        {
            Fail(CaptureError.TooLong, _offset);
            return false;
        }

        _current.OriginalLength = original;
        Give(0, source.LinkType, Header, (int)captured);
        return true;
    }

    private bool TakePacket(ReadOnlySpan<byte> block, uint type)
    {
        const int Header = CaptureFormat.EnhancedPacketHeader;
        if (block.Length < Header + CaptureFormat.BlockTrailer)
        {
            Fail(CaptureError.BlockLengthInvalid, _offset);
            return false;
        }

        // The obsolete block has the interface in 16 bits, and a count of drops in the other 16; all else is alike.
        uint index = type == CaptureFormat.EnhancedPacketBlock ? UInt32(block, 8) : UInt16(block, 8);
        if (index >= (uint)_interfaceCount)
        {
            Fail(CaptureError.InterfaceUndeclared, _offset);
            return false;
        }

        uint captured = UInt32(block, 20);
        uint room = (uint)(block.Length - Header - CaptureFormat.BlockTrailer);
        if (captured > room)
        {
            Fail(CaptureError.PacketLongerThanBlock, _offset);
            return false;
        }

        if (captured > (uint)_options.MaxPacketSize)
        {
            Fail(CaptureError.TooLong, _offset);
            return false;
        }

        int padded = ((int)captured + 3) & ~3;
        CaptureOptionCursor options = new(block.Slice(Header + padded, (int)room - padded), _swap);
        while (options.MoveNext())
        {
            if (options.Code == CaptureFormat.PacketFlags && options.Require(sizeof(uint)))
            {
                _current.Direction = (CaptureDirection)Math.Min(2, UInt32(options.Value, 0) & 3);
            }
            else if (options.Code == CaptureFormat.PacketQueue && type == CaptureFormat.EnhancedPacketBlock && options.Require(sizeof(uint)))
            {
                _current.Connection = UInt32(options.Value, 0);
                _current.HasConnection = true;
            }
        }

        if (options.IsInvalid)
        {
            Fail(CaptureError.OptionInvalid, _offset);
            return false;
        }

        CaptureInterface source = _interfaces[(int)index];
        _current.Nanoseconds = source.ToNanoseconds(((ulong)UInt32(block, 12) << 32) | UInt32(block, 16));
        _current.OriginalLength = UInt32(block, 24);
        Give((int)index, source.LinkType, Header, (int)captured);
        return true;
    }

    private void Give(int index, int linkType, int dataOffset, int length)
    {
        _current.IsThere = true;
        _current.Interface = index;
        _current.LinkType = linkType;
        _current.Start = _buffer.Start + dataOffset;
        _current.Length = length;
        _current.Offset = _offset;
    }

    private bool Have(int count)
    {
        if (_buffer.Count >= count)
        {
            return true;
        }

        _needed = count;
        return false;
    }

    private ReadOnlySpan<byte> Block(int length) => new(_buffer.Bytes, _buffer.Start, length);

    private ushort UInt16(ReadOnlySpan<byte> bytes, int offset)
    {
        ushort value = BinaryPrimitives.ReadUInt16LittleEndian(bytes.Slice(offset));
        return _swap ? BinaryPrimitives.ReverseEndianness(value) : value;
    }

    private uint UInt32(ReadOnlySpan<byte> bytes, int offset)
    {
        uint value = BinaryPrimitives.ReadUInt32LittleEndian(bytes.Slice(offset));
        return _swap ? BinaryPrimitives.ReverseEndianness(value) : value;
    }

    private ulong UInt64(ReadOnlySpan<byte> bytes, int offset)
    {
        ulong value = BinaryPrimitives.ReadUInt64LittleEndian(bytes.Slice(offset));
        return _swap ? BinaryPrimitives.ReverseEndianness(value) : value;
    }
}
