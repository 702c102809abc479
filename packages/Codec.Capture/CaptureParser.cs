namespace Codec.Capture;

/// <summary>Parses the bytes of a capture that a <see cref="CaptureReader"/> has read. Not thread-safe.</summary>
internal sealed class CaptureParser(CaptureReaderOptions options)
{
    /// <summary>The largest size in bytes of a block without its packet: its fields, and options such as comments and keys.</summary>
    private const int BlockSlack = 256 * 1024;

    internal CaptureInput Input = new();

    // The last record, unless it was in a fast block.
    private CurrentRecord _current;

    // The offset in the buffer of the last block if it was a fast block. Otherwise -1, and _current is the record.
    private int _fastBlock = -1;
    private CaptureInterface[] _interfaces = [];
    private int _interfaceCount;
    private bool _isPcapng;
    private bool _swap;

    internal CaptureError Error { get; private set; }
    internal long ErrorOffset { get; private set; } = -1;
    internal long RecordCount { get; private set; }

    internal CaptureRecord Current
    {
        get
        {
            if (_fastBlock >= 0)
            {
                return FastBlockRecord();
            }

            if (!_current.HasRecord)
            {
                Throw.NoPacket();
            }

            return _current.ToRecord(Input.Buffer.Bytes);
        }
    }

    /// <summary>Gets the offset in the capture of the data of the last record, in bytes.</summary>
    internal long DataOffset => Input.Offset - Input.Buffer.Start + (_fastBlock >= 0 ? _fastBlock + CaptureFormat.EnhancedPacketHeader : _current.Start);

    internal bool IsServer(int index) => _interfaces[index].IsServer;

    internal void Return()
    {
        Input.Buffer.Return();
        _current = default;
        _fastBlock = -1;
    }

    /// <summary>Takes the next record if it is in a fast block that the buffer contains.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal bool TryTakeFastBlock(out CaptureRecord record)
    {
        if (_isPcapng && !Input.IsSkipping && Error == CaptureError.None && TryReadFastBlock(out record))
        {
            RecordCount++;
            return true;
        }

        record = default;
        return false;
    }

    private bool TryReadFastBlock(out CaptureRecord record)
    {
        if (_swap || !FastBlock.TryParse(Input.Buffer.Span, Input.Offset, options.MaxPacketSize, _interfaces, _interfaceCount, out record))
        {
            record = default;
            return false;
        }

        _fastBlock = Input.Buffer.Start;
        Input.Consume(FastBlock.LengthOf(record.Data.Length));
        return true;
    }

    private CaptureRecord FastBlockRecord()
    {
        int length = Input.Buffer.Start - _fastBlock;
        ReadOnlySpan<byte> block = new(Input.Buffer.Bytes, _fastBlock, length);
        FastBlock.TryParse(block, Input.Offset - length, options.MaxPacketSize, _interfaces, _interfaceCount, out CaptureRecord record);
        return record;
    }

    /// <summary>
    /// Parses the start of the buffer: a record, or another block, which is skipped. If more bytes are needed, sets their number. If the
    /// bytes are invalid, sets the error.
    /// </summary>
    /// <returns>Whether a record was parsed.</returns>
    private bool Parse() => _isPcapng ? ParseBlock() : _interfaceCount == 0 ? ParseBegin() : ParsePcapRecord();

    private bool ParseBlock()
    {
        const int BlockHeader = 8;
        const int SmallestBlock = 12;
        if (TryReadFastBlock(out _))
        {
            return true;
        }

        _current = default;
        if (!Input.HasBytes(BlockHeader))
        {
            return false;
        }

        ReadOnlySpan<byte> front = Input.Front(BlockHeader);
        uint type = CaptureNumbers.UInt32(front, 0, _swap);

        // The type of a section header is the same in both byte orders. The block then states its byte order.
        if (type == CaptureFormat.SectionHeaderBlock)
        {
            if (!Input.HasBytes(SmallestBlock))
            {
                return false;
            }

            front = Input.Front(SmallestBlock);
            uint order = BinaryPrimitives.ReadUInt32LittleEndian(front.Slice(BlockHeader));
            if (order is not (CaptureFormat.ByteOrderMagic or CaptureFormat.ByteOrderMagicSwapped))
            {
                return Fail(CaptureError.NotACapture);
            }

            _swap = order == CaptureFormat.ByteOrderMagicSwapped;
        }

        uint length = CaptureNumbers.UInt32(front, 4, _swap);
        if (length < SmallestBlock || length % 4 != 0)
        {
            // If a process crashes before it fills its preallocated file, the file ends with zeros.
            return Fail(length == 0 && type == 0 ? CaptureError.Truncated : CaptureError.BlockLengthInvalid);
        }

        if (type is not (CaptureFormat.EnhancedPacketBlock or CaptureFormat.SectionHeaderBlock or CaptureFormat.InterfaceDescriptionBlock
            or CaptureFormat.SimplePacketBlock or CaptureFormat.ObsoletePacketBlock))
        {
            Input.BeginSkip(length);
            return false;
        }

        if (length > (uint)(options.MaxPacketSize + BlockSlack))
        {
            return Fail(CaptureError.TooLong);
        }

        if (!Input.HasBytes((int)length))
        {
            return false;
        }

        ReadOnlySpan<byte> block = Input.Front((int)length);
        if (CaptureNumbers.UInt32(block, block.Length - CaptureFormat.BlockTrailer, _swap) != length)
        {
            return Fail(CaptureError.BlockLengthsDiffer);
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
            Input.Consume(block.Length);
        }

        return isPacket && Error == CaptureError.None;
    }

    private bool TakeSimplePacket(ReadOnlySpan<byte> block)
    {
        const int Header = 12;
        if (block.Length < Header + CaptureFormat.BlockTrailer)
        {
            return Fail(CaptureError.BlockLengthInvalid);
        }

        if (_interfaceCount == 0)
        {
            return Fail(CaptureError.InterfaceUndeclared);
        }

        CaptureInterface source = _interfaces[0];
        uint original = CaptureNumbers.UInt32(block, 8, _swap);
        uint captured = source.SnapLength != 0 ? Math.Min(original, source.SnapLength) : original;
        if (!IsAccepted(captured, (uint)(block.Length - Header - CaptureFormat.BlockTrailer)))
        {
            return false;
        }

        _current.OriginalLength = original;
        SetCurrent(0, source.LinkType, Header, (int)captured);
        return true;
    }

    private bool TakePacket(ReadOnlySpan<byte> block, uint type)
    {
        const int Header = CaptureFormat.EnhancedPacketHeader;
        if (block.Length < Header + CaptureFormat.BlockTrailer)
        {
            return Fail(CaptureError.BlockLengthInvalid);
        }

        // In the obsolete block, the interface has 16 bits, and the other 16 bits count dropped packets. The other fields are the same.
        bool isEnhanced = type == CaptureFormat.EnhancedPacketBlock;
        uint index = isEnhanced ? CaptureNumbers.UInt32(block, 8, _swap) : CaptureNumbers.UInt16(block, 8, _swap);
        if (index >= (uint)_interfaceCount)
        {
            return Fail(CaptureError.InterfaceUndeclared);
        }

        uint captured = CaptureNumbers.UInt32(block, 20, _swap);
        uint room = (uint)(block.Length - Header - CaptureFormat.BlockTrailer);
        if (!IsAccepted(captured, room))
        {
            return false;
        }

        int padded = ((int)captured + 3) & ~3;
        CaptureOptionCursor cursor = new(block.Slice(Header + padded, (int)room - padded), _swap);
        while (cursor.MoveNext())
        {
            if (cursor.Code == CaptureFormat.PacketFlags && cursor.Require(sizeof(uint)))
            {
                _current.Direction = FastBlock.DirectionOf(CaptureNumbers.UInt32(cursor.Value, 0, _swap));
            }
            else if (cursor.Code == CaptureFormat.PacketQueue && isEnhanced && cursor.Require(sizeof(uint)))
            {
                _current.Connection = CaptureNumbers.UInt32(cursor.Value, 0, _swap);
                _current.HasConnection = true;
            }
        }

        if (cursor.IsInvalid)
        {
            return Fail(CaptureError.OptionInvalid);
        }

        CaptureInterface source = _interfaces[(int)index];
        ulong timestamp = ((ulong)CaptureNumbers.UInt32(block, 12, _swap) << 32) | CaptureNumbers.UInt32(block, 16, _swap);
        _current.Nanoseconds = source.ToNanoseconds(timestamp);
        _current.OriginalLength = CaptureNumbers.UInt32(block, 24, _swap);
        SetCurrent((int)index, source.LinkType, Header, (int)captured);
        return true;
    }

    private bool IsAccepted(uint captured, uint room) => captured > room ? Fail(CaptureError.PacketLongerThanBlock)
        : captured <= (uint)options.MaxPacketSize || Fail(CaptureError.TooLong);

    private void SetCurrent(int index, int linkType, int dataOffset, int length)
    {
        _current.HasRecord = true;
        _current.Interface = index;
        _current.LinkType = linkType;
        _current.Start = Input.Buffer.Start + dataOffset;
        _current.Length = length;
        _current.Offset = Input.Offset;
    }

    private bool ParseBegin()
    {
        const int PcapHeader = 24;
        if (!Input.HasBytes(sizeof(uint)))
        {
            return false;
        }

        uint magic = BinaryPrimitives.ReadUInt32LittleEndian(Input.Front(sizeof(uint)));
        if (magic == CaptureFormat.SectionHeaderBlock)
        {
            _isPcapng = true;
            return ParseBlock();
        }

        _swap = magic is CaptureFormat.PcapMicrosecondsSwapped or CaptureFormat.PcapNanosecondsSwapped;
        if (!_swap && magic is not (CaptureFormat.PcapMicroseconds or CaptureFormat.PcapNanoseconds))
        {
            return Fail(CaptureError.NotACapture);
        }

        if (!Input.HasBytes(PcapHeader))
        {
            return false;
        }

        ReadOnlySpan<byte> header = Input.Front(PcapHeader);
        if (CaptureNumbers.UInt16(header, 4, _swap) != 2)
        {
            return Fail(CaptureError.VersionUnknown);
        }

        // The upper half of the link type is about checksums of the frames.
        int linkType = (int)(CaptureNumbers.UInt32(header, 20, _swap) & 0xFFFF);
        byte resolution = magic is CaptureFormat.PcapNanoseconds or CaptureFormat.PcapNanosecondsSwapped ? (byte)9 : (byte)6;
        Declare(new CaptureInterface(linkType, CaptureNumbers.UInt32(header, 16, _swap), resolution, 0));
        Input.Consume(PcapHeader);
        return false;
    }

    private bool ParsePcapRecord()
    {
        const int RecordHeader = 16;
        if (!Input.HasBytes(RecordHeader))
        {
            return false;
        }

        uint captured = CaptureNumbers.UInt32(Input.Front(RecordHeader), 8, _swap);
        int total = RecordHeader + (int)captured;
        if (!IsAccepted(captured, uint.MaxValue) || !Input.HasBytes(total))
        {
            return false;
        }

        _current = default;
        ReadOnlySpan<byte> record = Input.Front(total);
        CaptureInterface source = _interfaces[0];
        long second = CaptureNumbers.UInt32(record, 0, _swap) * 1_000_000_000L;
        _current.Nanoseconds = second + source.ToNanoseconds(CaptureNumbers.UInt32(record, 4, _swap));
        _current.OriginalLength = CaptureNumbers.UInt32(record, 12, _swap);
        SetCurrent(0, source.LinkType, RecordHeader, (int)captured);
        Input.Consume(total);
        return true;
    }

    private bool BeginSection(ReadOnlySpan<byte> block)
    {
        const int SmallestSection = 28;
        _interfaceCount = 0;
        if (block.Length < SmallestSection)
        {
            Fail(CaptureError.BlockLengthInvalid);
        }
        else if (CaptureNumbers.UInt16(block, 12, _swap) != 1)
        {
            Fail(CaptureError.VersionUnknown);
        }

        return false;
    }

    private bool AddInterface(ReadOnlySpan<byte> block)
    {
        const int InterfaceHeader = 16;
        const byte Microseconds = 6;
        if (block.Length < InterfaceHeader + CaptureFormat.BlockTrailer)
        {
            return Fail(CaptureError.BlockLengthInvalid);
        }

        if (_interfaceCount == options.MaxInterfaces)
        {
            return Fail(CaptureError.TooManyInterfaces);
        }

        byte resolution = Microseconds;
        long offsetSeconds = 0;
        bool isServer = false;
        CaptureOptionCursor cursor = new(block.Slice(InterfaceHeader, block.Length - InterfaceHeader - CaptureFormat.BlockTrailer), _swap);
        while (cursor.MoveNext())
        {
            if (cursor.Code == CaptureFormat.InterfaceTimestampResolution && cursor.Require(sizeof(byte)))
            {
                resolution = cursor.Value[0];
            }
            else if (cursor.Code == CaptureFormat.InterfaceTimestampOffset && cursor.Require(sizeof(long)))
            {
                offsetSeconds = CaptureNumbers.Int64(cursor.Value, 0, _swap);
            }
            else if (cursor.Code == CaptureFormat.InterfaceDescription)
            {
                isServer = cursor.Value.SequenceEqual(CaptureFormat.ServerDescription);
            }
        }

        if (cursor.IsInvalid)
        {
            return Fail(CaptureError.OptionInvalid);
        }

        int linkType = CaptureNumbers.UInt16(block, 8, _swap);
        Declare(new CaptureInterface(linkType, CaptureNumbers.UInt32(block, 12, _swap), resolution, offsetSeconds, isServer));
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

    /// <summary>Takes the next record from the buffer. Returns the status, or <see langword="null"/> if more bytes are needed.</summary>
    internal CaptureStatus? TakeNext()
    {
        _current.HasRecord = false;
        _fastBlock = -1;
        while (Error == CaptureError.None)
        {
            Input.Skip();
            if (!Input.IsSkipping && Parse())
            {
                RecordCount++;
                return CaptureStatus.Packet;
            }

            if (Error == CaptureError.None && Input.NeedsBytes)
            {
                return Input.Buffer.IsAtEnd ? AtEnd() : null;
            }
        }

        return StatusOf(Error);
    }

    private CaptureStatus AtEnd()
    {
        bool isWhole = !Input.IsSkipping && Input.Buffer.Count == 0;
        if (isWhole && Input.Offset != 0)
        {
            return CaptureStatus.End;
        }

        Fail(isWhole ? CaptureError.NotACapture : CaptureError.Truncated);
        ErrorOffset = Input.BlockOffset;
        return StatusOf(Error);
    }

    private static CaptureStatus StatusOf(CaptureError error) =>
        error is CaptureError.Truncated ? CaptureStatus.Truncated : CaptureStatus.Invalid;

    /// <summary>Stops at an error of the block, record or header that the buffer starts with. Returns <see langword="false"/>.</summary>
    internal bool Fail(CaptureError error)
    {
        Error = error;
        ErrorOffset = Input.Offset;
        return false;
    }
}
