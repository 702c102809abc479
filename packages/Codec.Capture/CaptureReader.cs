using System;
using System.Buffers;
using System.Buffers.Binary;
using System.Globalization;
using System.IO;
using System.Runtime.CompilerServices;
using System.Threading;
using System.Threading.Tasks;
using Codec.Internals;

namespace Codec.Capture;

/// <summary>
/// Reads the records of a capture one by one. The capture can be pcapng or pcap, in either byte order, as this library, Wireshark, tshark, editcap
/// and tcpdump write it. Blocks that are not packets are skipped.
/// </summary>
/// <remarks>
/// A damaged capture causes no exception. The reader returns every record before the damage, then <see cref="CaptureStatus.Truncated"/> or
/// <see cref="CaptureStatus.Invalid"/>, and sets <see cref="Error"/>, <see cref="ErrorOffset"/> and <see cref="LostBytes"/>. For any capture, the
/// memory is one pooled buffer of at most twice <see cref="CaptureReaderOptions.MaxPacketSize"/> plus 256 KB. Nothing is allocated per record. Not
/// thread-safe: while a task of <see cref="ReadAsync"/> has not ended, every call except <see cref="Dispose"/> throws
/// <see cref="InvalidOperationException"/>.
/// </remarks>
public sealed class CaptureReader : IDisposable
{
    private readonly Stream _stream;
    private readonly bool _leaveOpen;
    private readonly IDisposable? _container;
    private readonly CaptureReaderOptions _options;
    private OperationGate _gate;
    private StreamReadBuffer _buffer;
    private int _needed;

    // The offset in the capture of the first byte in the buffer.
    private long _offset;
    private long _skip;
    private long _skippedFrom;

    // The last record, unless it was in a fast block (see _fastBlock).
    private CurrentRecord _current;

    /// <summary>Creates a reader.</summary>
    /// <param name="stream">The stream, which is read from its current position. It need not be buffered.</param>
    /// <param name="options">The options, or <see langword="null"/> to use <see cref="CaptureReaderOptions.Default"/>.</param>
    /// <param name="leaveOpen">Whether the stream stays open when the reader is disposed.</param>
    /// <exception cref="ArgumentNullException"><paramref name="stream"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentException"><paramref name="stream"/> cannot be read from.</exception>
    /// <exception cref="ArgumentOutOfRangeException">An option's value is out of its range.</exception>
    public CaptureReader(Stream stream, CaptureReaderOptions? options = null, bool leaveOpen = false)
    {
        StreamArguments.CheckReadable(stream, nameof(stream));
        _options = options ?? CaptureReaderOptions.Default;
        _options.Check();
        _stream = stream;
        _leaveOpen = leaveOpen;
        _buffer = new StreamReadBuffer(ArrayPool<byte>.Shared);
    }

    /// <summary>Creates a reader that also disposes the owner of its stream.</summary>
    internal CaptureReader(Stream stream, CaptureReaderOptions? options, IDisposable container)
        : this(stream, options) => _container = container;

    /// <summary>Gets the error that the reader has found in the capture so far.</summary>
    public CaptureError Error { get; private set; }

    /// <summary>Gets the offset of the invalid or truncated block, record or header, in bytes from the start of the capture; -1 if there is none.</summary>
    public long ErrorOffset { get; private set; } = -1;

    /// <summary>
    /// Gets the number of bytes, from <see cref="ErrorOffset"/> to the end of the capture, that were not read; -1 if it is not known, because the
    /// damage is not at the end and the stream does not have a length.
    /// </summary>
    public long LostBytes { get; private set; }

    /// <summary>Gets the number of records that were returned.</summary>
    public long RecordCount { get; private set; }

    /// <summary>Gets the record that the last call of <see cref="ReadAsync"/> or <see cref="Read"/> returned; valid until the next call.</summary>
    /// <exception cref="InvalidOperationException">The last call returned no record.</exception>
    public CaptureRecord Current
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

            return _current.ToRecord(_buffer.Bytes);
        }
    }

    /// <summary>Reads the next record.</summary>
    /// <param name="record">The record; valid until the next call.</param>
    /// <returns><see cref="CaptureStatus.Packet"/>, or the reason why there is no record. Every later call then returns the same reason.</returns>
    /// <exception cref="IOException">The stream cannot be read.</exception>
    /// <exception cref="InvalidOperationException">An earlier call has not ended.</exception>
    /// <exception cref="ObjectDisposedException">The reader was disposed.</exception>
    public CaptureStatus Read(out CaptureRecord record)
    {
        if (_gate.IsIdle && _kind == Kind.Pcapng && _skip == 0 && Error == CaptureError.None && TryReadFastBlock(out record))
        {
            RecordCount++;
            return CaptureStatus.Packet;
        }

        return ReadSlowly(out record);
    }

    /// <summary>Reads the next record into <see cref="Current"/>.</summary>
    /// <param name="cancellationToken">Cancels waiting for the stream. Reading can continue afterwards.</param>
    /// <returns><see cref="CaptureStatus.Packet"/>, or the reason why there is no record. Every later call then returns the same reason.</returns>
    /// <exception cref="IOException">The stream cannot be read.</exception>
    /// <exception cref="InvalidOperationException">An earlier call has not ended.</exception>
    /// <exception cref="ObjectDisposedException">The reader was disposed, perhaps while the task was pending.</exception>
    public ValueTask<CaptureStatus> ReadAsync(CancellationToken cancellationToken = default)
    {
        _gate.Check(nameof(CaptureReader));
        return TakeNext() is { } status ? new ValueTask<CaptureStatus>(status) : ReadAfterFillAsync(cancellationToken);
    }

    /// <summary>Returns a text with the error, its offset, and the number of lost bytes, for logs and warnings.</summary>
    public override string ToString()
    {
        if (Error == CaptureError.None)
        {
            return string.Format(CultureInfo.InvariantCulture, "{0} records, no error", RecordCount);
        }

        string lost = LostBytes < 0 ? "an unknown number of bytes is" : LostBytes.ToString(CultureInfo.InvariantCulture) + " bytes are";
        return string.Format(
            CultureInfo.InvariantCulture, "{0} at offset {1} after {2} records; {3} lost", Error, ErrorOffset, RecordCount, lost);
    }

    /// <summary>
    /// Returns the buffer, and closes the stream unless it must stay open. If a read is pending, the stream is closed at once, and the
    /// buffer is returned when the read ends.
    /// </summary>
    public void Dispose()
    {
        if (_gate.IsDisposed)
        {
            return;
        }

        if (_gate.TryDispose())
        {
            ReturnBuffer();
        }

        if (!_leaveOpen)
        {
            try
            {
                _stream.Dispose();
            }
            finally
            {
                _container?.Dispose();
            }
        }
    }

    // A separate method keeps the variables of the common path in registers. A method with an exception handler keeps them in memory.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private CaptureStatus ReadSlowly(out CaptureRecord record)
    {
        _gate.Check(nameof(CaptureReader));
        CaptureStatus status = TakeNext() ?? ReadAfterFill();
        record = status == CaptureStatus.Packet ? Current : default;
        return status;
    }

    private CaptureStatus ReadAfterFill()
    {
        _gate.Enter(nameof(CaptureReader), nameof(Read));
        try
        {
            for (; ; )
            {
                try
                {
                    int room = _buffer.MakeRoom(_needed);
                    _buffer.Filled(_stream.Read(_buffer.Bytes, _buffer.End, room));
                }
                catch (InvalidDataException)
                {
                    Fail(CaptureError.CompressionInvalid, _offset);
                }

                if (TakeNext() is { } status)
                {
                    return status;
                }
            }
        }
        finally
        {
            Leave();
        }
    }

    private async ValueTask<CaptureStatus> ReadAfterFillAsync(CancellationToken cancellationToken)
    {
        _gate.Enter(nameof(CaptureReader), nameof(ReadAsync));
        try
        {
            for (; ; )
            {
                try
                {
                    int room = _buffer.MakeRoom(_needed);
                    int count = await StreamArrays.ReadAsync(_stream, _buffer.Bytes, _buffer.End, room, cancellationToken).ConfigureAwait(false);
                    _buffer.Filled(count);
                }
                catch (InvalidDataException)
                {
                    Fail(CaptureError.CompressionInvalid, _offset);
                }

                if (TakeNext() is { } status)
                {
                    return status;
                }
            }
        }
        finally
        {
            Leave();
        }
    }

    private void Leave()
    {
        if (!_gate.TryLeave())
        {
            ReturnBuffer();
            Throw.Disposed(nameof(CaptureReader));
        }
    }

    private void ReturnBuffer()
    {
        _buffer.Return();
        _current = default;
        _fastBlock = -1;
    }

    private struct CurrentRecord
    {
        internal bool HasRecord;
        internal bool HasConnection;
        internal CaptureDirection Direction;
        internal int Start;
        internal int Length;
        internal uint Connection;
        internal uint OriginalLength;
        internal int LinkType;
        internal int Interface;
        internal long Nanoseconds;
        internal long Offset;

        internal readonly CaptureRecord ToRecord(byte[] buffer) => new()
        {
            Data = new ReadOnlySpan<byte>(buffer, Start, Length),
            TimestampNanoseconds = Nanoseconds,
            Direction = Direction,
            Connection = Connection,
            HasConnection = HasConnection,
            OriginalLength = OriginalLength,
            LinkType = LinkType,
            Interface = Interface,
            Offset = Offset,
        };
    }

    // Fast blocks: packet blocks as this library writes them, little-endian, with the options for flags and queue and no others. They are parsed 8
    // bytes at a time, without a loop over the options. The result is the same as that of the general path, which handles all other blocks.

    private const int FastBlockOverhead = CaptureFormat.EnhancedPacketHeader + CaptureFormat.PacketOptions + CaptureFormat.BlockTrailer;

    // The offset in the buffer of the last block if it was a fast block. Otherwise -1, and _current is the record.
    private int _fastBlock = -1;

    private bool TryReadFastBlock(out CaptureRecord record)
    {
        if (_swap || !TryParseFastBlock(_buffer.Span, _offset, out record))
        {
            record = default;
            return false;
        }

        _fastBlock = _buffer.Start;
        Consume(FastBlockLength(record.Data.Length));
        return true;
    }

    /// <summary>Parses the last record again, which was in a fast block.</summary>
    private CaptureRecord FastBlockRecord()
    {
        int length = _buffer.Start - _fastBlock;
        TryParseFastBlock(new ReadOnlySpan<byte>(_buffer.Bytes, _fastBlock, length), _offset - length, out CaptureRecord record);
        return record;
    }

    private bool TryParseFastBlock(ReadOnlySpan<byte> block, long offset, out CaptureRecord record)
    {
        const ulong Flags = CaptureFormat.PacketFlags | (4 << 16);
        const ulong Queue = CaptureFormat.PacketQueue | (4 << 16);
        if (block.Length >= FastBlockOverhead)
        {
            // The fields of the three reads: type and length; interface and upper half of the timestamp; lower half of the timestamp and captured
            // length.
            ulong front = BinaryPrimitives.ReadUInt64LittleEndian(block);
            ulong place = BinaryPrimitives.ReadUInt64LittleEndian(block.Slice(8));
            ulong size = BinaryPrimitives.ReadUInt64LittleEndian(block.Slice(16));
            uint captured = (uint)(size >> 32);
            uint index = (uint)place;
            if (captured <= (uint)_options.MaxPacketSize && index < (uint)_interfaceCount)
            {
                int length = FastBlockLength((int)captured);
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

    /// <summary>Returns the direction in epb_flags. The number 3 is not defined, and is read as unknown.</summary>
    private static CaptureDirection DirectionOf(uint flags) => (CaptureDirection)((flags & 3) % 3);

    private static int FastBlockLength(int captured) => FastBlockOverhead + ((captured + 3) & ~3);

    // The blocks of pcapng.

    /// <summary>The largest size of a block without its packet, in bytes: its fields, and options such as comments, names and keys.</summary>
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
    /// Parses the start of the buffer: a record, or another block, which is skipped. If more bytes are needed, sets their number. If the bytes are
    /// invalid, sets the error.
    /// </summary>
    /// <returns>Whether a record was parsed.</returns>
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
        uint type = UInt32(front, 0);

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
                Fail(CaptureError.NotACapture, _offset);
                return false;
            }

            _swap = order == CaptureFormat.ByteOrderMagicSwapped;
        }

        uint length = UInt32(front, 4);
        if (length < SmallestBlock || length % 4 != 0)
        {
            // If a process crashes before it fills its preallocated file, the file ends with zeros.
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

        if (!HasBytes((int)length))
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
        SetCurrent(0, source.LinkType, Header, (int)captured);
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

        // In the obsolete block, the interface has 16 bits, and the other 16 bits count dropped packets. The other fields are the same.
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
                _current.Direction = DirectionOf(UInt32(options.Value, 0));
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
        SetCurrent((int)index, source.LinkType, Header, (int)captured);
        return true;
    }

    private void SetCurrent(int index, int linkType, int dataOffset, int length)
    {
        _current.HasRecord = true;
        _current.Interface = index;
        _current.LinkType = linkType;
        _current.Start = _buffer.Start + dataOffset;
        _current.Length = length;
        _current.Offset = _offset;
    }

    private bool HasBytes(int count)
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

    // The start of a capture (the header of pcap, the section header and the interfaces of pcapng), and the records of pcap.

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
            _kind = Kind.Pcapng;
            return ParseBlock();
        }

        _swap = magic is CaptureFormat.PcapMicrosecondsSwapped or CaptureFormat.PcapNanosecondsSwapped;
        if (!_swap && magic is not (CaptureFormat.PcapMicroseconds or CaptureFormat.PcapNanoseconds))
        {
            Fail(CaptureError.NotACapture, _offset);
            return false;
        }

        if (!HasBytes(PcapHeader))
        {
            return false;
        }

        ReadOnlySpan<byte> header = Block(PcapHeader);
        if (UInt16(header, 4) != 2)
        {
            Fail(CaptureError.VersionUnknown, _offset);
            return false;
        }

        // The upper half of the link type is about checksums of the frames.
        bool nanoseconds = magic is CaptureFormat.PcapNanoseconds or CaptureFormat.PcapNanosecondsSwapped;
        Declare(new CaptureInterface((int)(UInt32(header, 20) & 0xFFFF), UInt32(header, 16), nanoseconds ? (byte)9 : (byte)6, 0));
        _kind = Kind.Pcap;
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

        uint captured = UInt32(Block(RecordHeader), 8);
        if (captured > (uint)_options.MaxPacketSize)
        {
            Fail(CaptureError.TooLong, _offset);
            return false;
        }

        int total = RecordHeader + (int)captured;
        if (!HasBytes(total))
        {
            return false;
        }

        _current = default;
        ReadOnlySpan<byte> record = Block(total);
        CaptureInterface source = _interfaces[0];
        long second = UInt32(record, 0) * 1_000_000_000L;
        _current.Nanoseconds = second + source.ToNanoseconds(UInt32(record, 4));
        _current.OriginalLength = UInt32(record, 12);
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

    // The buffer, and the end of a capture.

    /// <summary>Takes the next record from the buffer. Returns the status, or <see langword="null"/> if more bytes are needed.</summary>
    private CaptureStatus? TakeNext()
    {
        _current.HasRecord = false;
        _fastBlock = -1;
        if (Error != CaptureError.None)
        {
            return StatusOf(Error);
        }

        while (Error == CaptureError.None)
        {
            Skip();
            _needed = 0;
            if (_skip == 0 && Parse())
            {
                RecordCount++;
                return CaptureStatus.Packet;
            }

            if (Error == CaptureError.None && (_needed != 0 || _buffer.Count == 0))
            {
                if (!_buffer.IsAtEnd)
                {
                    return null;
                }

                return AtEnd();
            }
        }

        return StatusOf(Error);
    }

    private CaptureStatus AtEnd()
    {
        if (_skip != 0)
        {
            Fail(CaptureError.Truncated, _skippedFrom);
        }
        else if (_buffer.Count != 0)
        {
            Fail(CaptureError.Truncated, _offset);
        }
        else if (_offset == 0)
        {
            Fail(CaptureError.NotACapture, 0);
        }
        else
        {
            return CaptureStatus.End;
        }

        return StatusOf(Error);
    }

    private static CaptureStatus StatusOf(CaptureError error) =>
        error is CaptureError.Truncated ? CaptureStatus.Truncated : CaptureStatus.Invalid;

    private void Fail(CaptureError error, long offset)
    {
        Error = error;
        ErrorOffset = offset;
        if (_buffer.IsAtEnd)
        {
            LostBytes = _offset + _buffer.Count - offset;
        }
        else
        {
            LostBytes = _stream.CanSeek ? _stream.Length - _stream.Position + _offset + _buffer.Count - offset : -1;
        }
    }

    /// <summary>Skips those bytes of an unused block that are in the buffer.</summary>
    private void Skip()
    {
        if (_skip > 0)
        {
            int count = (int)Math.Min(_skip, _buffer.Count);
            _skip -= count;
            Consume(count);
        }
    }

    private void Consume(int count)
    {
        _buffer.Consume(count);
        _offset += count;
    }
}
