namespace Codec.Capture;

/// <summary>The pooled buffer in which a <see cref="CaptureWriter"/> collects the records of packets. Not thread-safe.</summary>
internal sealed class CaptureRecords
{
    private const int RecordOverhead = CaptureFormat.EnhancedPacketHeader + CaptureFormat.PacketOptions + CaptureFormat.BlockTrailer;
    private readonly CaptureWriterOptions _options;
    private readonly TcpWrapper? _tcp;
    private byte[] _buffer;

    internal CaptureRecords(CaptureWriterOptions options)
    {
        _options = options;
        _tcp = options.Encapsulation == CaptureEncapsulation.Tcp ? new TcpWrapper(options.Port) : null;
        _buffer = ArrayPool<byte>.Shared.Rent(options.BufferSize);
        BeginFile();
    }

    internal bool NeedsDirection => _tcp is not null;
    internal ArraySegment<byte> Bytes => new(_buffer, 0, Count);
    internal int Count { get; private set; }
    internal int PacketCount { get; private set; }

    /// <summary>Returns the number of bytes that the records of a packet take at most.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal int SizeOf(int length, uint connection) => _tcp is null ? RecordOverhead + Padded(length) : TcpRecordsSize(length, connection);

    internal bool HasRoom(int size) => size <= _buffer.Length - Count;

    /// <summary>Writes the blocks before the packets of a file, in which each connection is opened again.</summary>
    internal void BeginFile()
    {
        _tcp?.Reset();
        Count = CaptureHeader.Write(_buffer, _options.Encapsulation, _options.IsServer);
    }

    internal void EnsureRoom(int size)
    {
        if (!HasRoom(size))
        {
            byte[] longer = ArrayPool<byte>.Shared.Rent(Count + size);
            Buffer.BlockCopy(_buffer, 0, longer, 0, Count);
            ArrayPool<byte>.Shared.Return(_buffer);
            _buffer = longer;
        }
    }

    /// <summary>Adds the records of a packet, which must fit.</summary>
    internal void Put(ReadOnlySpan<byte> packet, CaptureDirection direction, uint connection, long ticks)
    {
        if (_tcp is null)
        {
            int start = BeginRecord(packet.Length, connection, direction, ticks);
            packet.CopyTo(new Span<byte>(_buffer, start, packet.Length));
        }
        else
        {
            PutSegments(packet, direction, connection, ticks);
        }

        PacketCount++;
    }

    internal void Clear() => Count = PacketCount = 0;

    internal void Return()
    {
        byte[] buffer = _buffer;
        _buffer = [];
        Count = 0;
        if (buffer.Length != 0)
        {
            ArrayPool<byte>.Shared.Return(buffer);
        }
    }

    private static int Padded(int length) => (length + 3) & ~3;

    /// <summary>Writes an enhanced packet block, except its data. Returns the offset of the data in the buffer.</summary>
    private int BeginRecord(int length, uint connection, CaptureDirection direction, long ticks)
    {
        int padded = Padded(length);
        int total = RecordOverhead + padded;
        int start = Count + CaptureFormat.EnhancedPacketHeader;

        // The lengths of both spans are constants, so the stores need no checks.
        Span<byte> head = new(_buffer, Count, CaptureFormat.EnhancedPacketHeader);
        Span<byte> end = new(_buffer, start + padded, RecordOverhead - CaptureFormat.EnhancedPacketHeader);
        ulong nanoseconds = (ulong)ticks * 100;
        BinaryPrimitives.WriteUInt32LittleEndian(head, CaptureFormat.EnhancedPacketBlock);
        BinaryPrimitives.WriteInt32LittleEndian(head.Slice(4), total);
        BinaryPrimitives.WriteUInt32LittleEndian(head.Slice(8), 0);
        BinaryPrimitives.WriteUInt32LittleEndian(head.Slice(12), (uint)(nanoseconds >> 32));
        BinaryPrimitives.WriteUInt32LittleEndian(head.Slice(16), (uint)nanoseconds);
        BinaryPrimitives.WriteInt32LittleEndian(head.Slice(20), length);
        BinaryPrimitives.WriteInt32LittleEndian(head.Slice(24), length);

        // Zeroes the last four bytes of the padded data. The data then overwrites all of them except the padding.
        if (length != 0)
        {
            BinaryPrimitives.WriteUInt32LittleEndian(new Span<byte>(_buffer, start + padded - 4, 4), 0);
        }

        BinaryPrimitives.WriteUInt32LittleEndian(end, CaptureFormat.PacketFlags | (4 << 16));
        BinaryPrimitives.WriteUInt32LittleEndian(end.Slice(4), (uint)direction);
        BinaryPrimitives.WriteUInt32LittleEndian(end.Slice(8), CaptureFormat.PacketQueue | (4 << 16));
        BinaryPrimitives.WriteUInt32LittleEndian(end.Slice(12), connection);
        BinaryPrimitives.WriteUInt32LittleEndian(end.Slice(16), CaptureFormat.EndOfOptions);
        BinaryPrimitives.WriteInt32LittleEndian(end.Slice(20), total);
        Count += total;
        return start;
    }

    private int TcpRecordsSize(int length, uint connection)
    {
        const int Frame = RecordOverhead + ((TcpWrapper.HeaderSize + 3) & ~3);
        int segments = Math.Max(1, (length + TcpWrapper.MaxSegment - 1) / TcpWrapper.MaxSegment);

        // The padding of a segment is less than 4 bytes.
        return (_tcp!.IsOpen(connection) ? 0 : TcpWrapper.HandshakeSegments * Frame) + (segments * (Frame + 4)) + length;
    }

    private void PutSegments(ReadOnlySpan<byte> packet, CaptureDirection direction, uint connection, long ticks)
    {
        bool fromClient = direction == CaptureDirection.Inbound == _options.IsServer;
        if (!_tcp!.IsOpen(connection))
        {
            _tcp.Open(connection, ticks);
            for (int i = 0; i < TcpWrapper.HandshakeSegments; i++)
            {
                bool clientSends = i != 1;
                CaptureDirection way = clientSends == _options.IsServer ? CaptureDirection.Inbound : CaptureDirection.Outbound;
                int start = BeginRecord(TcpWrapper.HeaderSize, connection, way, ticks);
                _tcp.WriteHandshake(new Span<byte>(_buffer, start, TcpWrapper.HeaderSize), i);
            }
        }

        do
        {
            ReadOnlySpan<byte> segment = packet.Slice(0, Math.Min(packet.Length, TcpWrapper.MaxSegment));
            int size = TcpWrapper.HeaderSize + segment.Length;
            int start = BeginRecord(size, connection, direction, ticks);
            _tcp.WriteSegment(new Span<byte>(_buffer, start, size), segment, fromClient);
            packet = packet.Slice(segment.Length);
        }
        while (!packet.IsEmpty);
    }
}
