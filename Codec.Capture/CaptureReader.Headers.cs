using System;
using System.Buffers.Binary;

namespace Codec.Capture;

/// <content>How captures begin: the header of pcap, the section and the interfaces of pcapng; and the records of pcap.</content>
public sealed partial class CaptureReader
{
    private bool ParseBegin()
    {
        const int PcapHeader = 24;
        if (!Have(sizeof(uint)))
        {
            return false;
        }

        uint magic = BinaryPrimitives.ReadUInt32LittleEndian(Block(sizeof(uint)));
        if (magic == CaptureFormat.SectionHeaderBlock)
        {
            _kind = Kind.Pcapng;
            return ParseBlock();
        }

        _swap = magic is CaptureFormat.PcapMicrosecondsSwapped or CaptureFormat.PcapNanosecondsSwapped;
        if (!_swap && magic is not (CaptureFormat.PcapMicroseconds or CaptureFormat.PcapNanoseconds))
        {
            Fail(CaptureError.NotACapture, _offset);
            return false;
        }

        if (!Have(PcapHeader))
        {
            return false;
        }

        ReadOnlySpan<byte> header = Block(PcapHeader);
        if (UInt16(header, 4) != 2)
        {
            Fail(CaptureError.VersionUnknown, _offset);
            return false;
        }

        // The link type's upper half says things about checksums.
        bool nanoseconds = magic is CaptureFormat.PcapNanoseconds or CaptureFormat.PcapNanosecondsSwapped;
        Declare(new CaptureInterface((int)(UInt32(header, 20) & 0xFFFF), UInt32(header, 16), nanoseconds ? (byte)9 : (byte)6, 0));
        _kind = Kind.Pcap;
        Consume(PcapHeader);
        return false;
    }

    private bool ParsePcapRecord()
    {
        const int RecordHeader = 16;
        if (!Have(RecordHeader))
        {
            return false;
        }

        uint captured = UInt32(Block(RecordHeader), 8);
        if (captured > (uint)_options.MaxPacketSize)
        {
            Fail(CaptureError.TooLong, _offset);
            return false;
        }

        int total = RecordHeader + (int)captured;
        if (!Have(total))
        {
            return false;
        }

        _current = default;
        ReadOnlySpan<byte> record = Block(total);
        CaptureInterface source = _interfaces[0];
        long second = UInt32(record, 0) * 1_000_000_000L;
        _current.Nanoseconds = second + source.ToNanoseconds(UInt32(record, 4));
        _current.OriginalLength = UInt32(record, 12);
        Give(0, source.LinkType, RecordHeader, (int)captured);
        Consume(total);
        return true;
    }

    private bool BeginSection(ReadOnlySpan<byte> block)
    {
        const int SmallestSection = 28;
        _interfaceCount = 0;
        if (block.Length < SmallestSection)
        {
            Fail(CaptureError.BlockLengthInvalid, _offset);
        }
        else if (UInt16(block, 12) != 1)
        {
            Fail(CaptureError.VersionUnknown, _offset);
        }

        return false;
    }

    private bool AddInterface(ReadOnlySpan<byte> block)
    {
        const int InterfaceHeader = 16;
        const byte Microseconds = 6;
        if (block.Length < InterfaceHeader + CaptureFormat.BlockTrailer)
        {
            Fail(CaptureError.BlockLengthInvalid, _offset);
            return false;
        }

        if (_interfaceCount == _options.MaxInterfaces)
        {
            Fail(CaptureError.TooManyInterfaces, _offset);
            return false;
        }

        byte resolution = Microseconds;
        long offsetSeconds = 0;
        CaptureOptionCursor options = new(block.Slice(InterfaceHeader, block.Length - InterfaceHeader - CaptureFormat.BlockTrailer), _swap);
        while (options.MoveNext())
        {
            if (options.Code == CaptureFormat.InterfaceTimestampResolution && options.Require(sizeof(byte)))
            {
                resolution = options.Value[0];
            }
            else if (options.Code == CaptureFormat.InterfaceTimestampOffset && options.Require(sizeof(long)))
            {
                offsetSeconds = (long)UInt64(options.Value, 0);
            }
        }

        if (options.IsInvalid)
        {
            Fail(CaptureError.OptionInvalid, _offset);
            return false;
        }

        Declare(new CaptureInterface(UInt16(block, 8), UInt32(block, 12), resolution, offsetSeconds));
        return false;
    }

    private void Declare(CaptureInterface source)
    {
        if (_interfaceCount == _interfaces.Length)
        {
            Array.Resize(ref _interfaces, Math.Max(4, 2 * _interfaceCount));
        }

        _interfaces[_interfaceCount++] = source;
    }
}
