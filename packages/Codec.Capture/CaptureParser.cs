namespace Codec.Capture;

/// <summary>Parses the bytes of a capture that a <see cref="CaptureReader"/> has read. Not thread-safe.</summary>
internal sealed class CaptureParser(CaptureReaderOptions options)
{
    /// <summary>The largest size of a block without its packet, in bytes: its fields, and options such as comments, names and keys.</summary>
    private const int BlockSlack = 256 * 1024;

    /// <summary>The bytes of the stream that were not parsed. The reader fills them.</summary>
    internal StreamReadBuffer Buffer = new(ArrayPool<byte>.Shared);

    private int _needed;

    // The offset in the capture of the first byte in the buffer.
    private long _offset;
    private long _skip;
    private long _skippedFrom;

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

    /// <summary>Gets the offset in the capture of the end of the buffer.</summary>
    internal long EndOffset => _offset + Buffer.Count;

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

            return _current.ToRecord(Buffer.Bytes);
        }
    }

    /// <summary>Makes room in the buffer for the bytes that are needed, and returns how many to read.</summary>
    internal int MakeRoom() => Buffer.MakeRoom(_needed);

    internal void Return()
    {
        Buffer.Return();
        _current = default;
        _fastBlock = -1;
    }

    /// <summary>Takes the next record if it is in a fast block that the buffer contains.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal bool TryTakeFastBlock(out CaptureRecord record)
    {
        if (_isPcapng && _skip == 0 && Error == CaptureError.None && TryReadFastBlock(out record))
        {
            RecordCount++;
            return true;
        }

        record = default;
        return false;
    }

    private bool TryReadFastBlock(out CaptureRecord record)
    {
        if (_swap || !FastBlock.TryParse(Buffer.Span, _offset, options.MaxPacketSize, _interfaces, _interfaceCount, out record))
        {
            record = default;
            return false;
        }

        _fastBlock = Buffer.Start;
        Consume(FastBlock.LengthOf(record.Data.Length));
        return true;
    }

    /// <summary>Parses the last record again, which was in a fast block.</summary>
    private CaptureRecord FastBlockRecord()
    {
        int length = Buffer.Start - _fastBlock;
        ReadOnlySpan<byte> block = new(Buffer.Bytes, _fastBlock, length);
        FastBlock.TryParse(block, _offset - length, options.MaxPacketSize, _interfaces, _interfaceCount, out CaptureRecord record);
        return record;
    }

    /// <summary>
    /// Parses the start of the buffer: a record, or another block, which is skipped. If more bytes are needed, sets their number. If the bytes are
    /// invalid, sets the error.
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
        if (!HasBytes(BlockHeader))
        {
            return false;
        }

        ReadOnlySpan<byte> front = Block(BlockHeader);
        uint type = CaptureNumbers.UInt32(front, 0, _swap);

        // The type of a section header is the same in both byte orders. The block then states its byte order.
        if (type == CaptureFormat.SectionHeaderBlock)
        {
            if (!HasBytes(SmallestBlock))
            {
                return false;
            }

            front = Block(SmallestBlock);
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
            _skip = length;
            _skippedFrom = _offset;
            return false;
        }

        if (length > (uint)(options.MaxPacketSize + BlockSlack))
        {
            return Fail(CaptureError.TooLong);
        }

        if (!HasBytes((int)length))
        {
            return false;
        }

        ReadOnlySpan<byte> block = Block((int)length);
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
            Consume(block.Length);
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
        uint index = type == CaptureFormat.EnhancedPacketBlock ? CaptureNumbers.UInt32(block, 8, _swap) : CaptureNumbers.UInt16(block, 8, _swap);
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
            else if (cursor.Code == CaptureFormat.PacketQueue && type == CaptureFormat.EnhancedPacketBlock && cursor.Require(sizeof(uint)))
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
        _current.Nanoseconds = source.ToNanoseconds(((ulong)CaptureNumbers.UInt32(block, 12, _swap) << 32) | CaptureNumbers.UInt32(block, 16, _swap));
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
        _current.Start = Buffer.Start + dataOffset;
        _current.Length = length;
        _current.Offset = _offset;
    }

    private bool HasBytes(int count)
    {
        if (Buffer.Count >= count)
        {
            return true;
        }

        _needed = count;
        return false;
    }

    private ReadOnlySpan<byte> Block(int length) => new(Buffer.Bytes, Buffer.Start, length);

    private bool ParseBegin()
    {
        const int PcapHeader = 24;
        if (!HasBytes(sizeof(uint)))
        {
            return false;
        }

        uint magic = BinaryPrimitives.ReadUInt32LittleEndian(Block(sizeof(uint)));
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

        if (!HasBytes(PcapHeader))
        {
            return false;
        }

        ReadOnlySpan<byte> header = Block(PcapHeader);
        if (CaptureNumbers.UInt16(header, 4, _swap) != 2)
        {
            return Fail(CaptureError.VersionUnknown);
        }

        // The upper half of the link type is about checksums of the frames.
        int linkType = (int)(CaptureNumbers.UInt32(header, 20, _swap) & 0xFFFF);
        byte resolution = magic is CaptureFormat.PcapNanoseconds or CaptureFormat.PcapNanosecondsSwapped ? (byte)9 : (byte)6;
        Declare(new CaptureInterface(linkType, CaptureNumbers.UInt32(header, 16, _swap), resolution, 0));
        Consume(PcapHeader);
        return false;
    }

    private bool ParsePcapRecord()
    {
        const int RecordHeader = 16;
        if (!HasBytes(RecordHeader))
        {
            return false;
        }

        uint captured = CaptureNumbers.UInt32(Block(RecordHeader), 8, _swap);
        int total = RecordHeader + (int)captured;
        if (!IsAccepted(captured, uint.MaxValue) || !HasBytes(total))
        {
            return false;
        }

        _current = default;
        ReadOnlySpan<byte> record = Block(total);
        CaptureInterface source = _interfaces[0];
        long second = CaptureNumbers.UInt32(record, 0, _swap) * 1_000_000_000L;
        _current.Nanoseconds = second + source.ToNanoseconds(CaptureNumbers.UInt32(record, 4, _swap));
        _current.OriginalLength = CaptureNumbers.UInt32(record, 12, _swap);
        SetCurrent(0, source.LinkType, RecordHeader, (int)captured);
        Consume(total);
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
        }

        if (cursor.IsInvalid)
        {
            return Fail(CaptureError.OptionInvalid);
        }

        Declare(new CaptureInterface(CaptureNumbers.UInt16(block, 8, _swap), CaptureNumbers.UInt32(block, 12, _swap), resolution, offsetSeconds));
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
            Skip();
            _needed = 0;
            if (_skip == 0 && Parse())
            {
                RecordCount++;
                return CaptureStatus.Packet;
            }

            if (Error == CaptureError.None && (_needed != 0 || Buffer.Count == 0))
            {
                return Buffer.IsAtEnd ? AtEnd() : null;
            }
        }

        return StatusOf(Error);
    }

    private CaptureStatus AtEnd()
    {
        bool isWhole = _skip == 0 && Buffer.Count == 0;
        if (isWhole && _offset != 0)
        {
            return CaptureStatus.End;
        }

        Fail(isWhole ? CaptureError.NotACapture : CaptureError.Truncated);
        ErrorOffset = _skip != 0 ? _skippedFrom : _offset;
        return StatusOf(Error);
    }

    private static CaptureStatus StatusOf(CaptureError error) =>
        error is CaptureError.Truncated ? CaptureStatus.Truncated : CaptureStatus.Invalid;

    /// <summary>Stops at an error of the block, record or header that the buffer starts with. Returns <see langword="false"/>.</summary>
    internal bool Fail(CaptureError error)
    {
        Error = error;
        ErrorOffset = _offset;
        return false;
    }

    /// <summary>Skips those bytes of an unused block that are in the buffer.</summary>
    private void Skip()
    {
        if (_skip > 0)
        {
            int count = (int)Math.Min(_skip, Buffer.Count);
            _skip -= count;
            Consume(count);
        }
    }

    private void Consume(int count)
    {
        Buffer.Consume(count);
        _offset += count;
    }
}
