namespace Codec.Capture;

/// <summary>
/// Reads the packets of a capture one by one. The records contain packets (link type USER0), or TCP over IPv4 or IPv6 to and from a port.
/// The reader reassembles the TCP streams from their segments, which may be out of order, repeated or overlapping.
/// </summary>
/// <remarks>
/// <para>
/// Bytes that are not packets end their stream or record, which is then counted in <see cref="InvalidStreams"/>. The same applies to bytes
/// that are missing in the capture. The memory of a stream is returned after its last byte before FIN. The stream itself is remembered
/// until its memory is needed, so that a segment that is sent again does not begin a new connection. A SYN with another sequence number
/// begins a new connection.
/// </para>
/// <para>
/// The memory is limited by the options of the readers and by <see cref="CapturedPacketReaderOptions.MaxStreams"/> times
/// <see cref="CapturedPacketReaderOptions.MaxGap"/> and two packets. Not thread-safe.
/// </para>
/// </remarks>
public sealed class CapturedPacketReader : IDisposable
{
    private readonly CaptureReader _capture;
    private readonly CapturedPacketReaderOptions _options;
    private readonly TcpStreams _streams;
    private TcpStream? _active;
    private int _consumed;
    private bool _inRecord;

    /// <summary>Creates a reader.</summary>
    /// <param name="capture">The capture. The reader owns it.</param>
    /// <param name="options">The options, or <see langword="null"/> to use <see cref="CapturedPacketReaderOptions.Default"/>.</param>
    /// <exception cref="ArgumentNullException"><paramref name="capture"/>, or the options' format, is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentOutOfRangeException">An option's value is out of its range.</exception>
    public CapturedPacketReader(CaptureReader capture, CapturedPacketReaderOptions? options = null)
    {
        Throw.IfNull(capture, nameof(capture));

        _options = options ?? CapturedPacketReaderOptions.Default;
        _options.Check();
        _capture = capture;
        _streams = new TcpStreams(_options, Errors);
    }

    /// <summary>Gets the reader of the capture. If <see cref="Read"/> ends with an error, that reader has the details.</summary>
    public CaptureReader Capture => _capture;

    /// <summary>Gets the packet format.</summary>
    public PacketFormat Format => _options.Format;

    /// <summary>Gets the number of packets that were returned.</summary>
    public long PacketCount { get; private set; }

    /// <summary>Gets the number of streams and records that contained bytes that are not packets, or in which bytes are missing.</summary>
    public long InvalidStreams => Errors.Count;

    /// <summary>
    /// Gets the number of streams in use that were dropped because there were more than
    /// <see cref="CapturedPacketReaderOptions.MaxStreams"/>. Each was the stream that had been idle the longest. If it was inside a packet,
    /// it also counts in <see cref="InvalidStreams"/>. If it continues, it is read again from that point.
    /// </summary>
    public long EvictedStreams => _streams.Evicted;

    /// <summary>Gets the error of the last invalid stream or record; <see cref="PacketError.PayloadTruncated"/> if bytes are missing.</summary>
    public PacketError LastError => Errors.Last.Error;

    /// <summary>Gets the offset of the record with the last of these errors, in bytes from the start of the capture, or -1 if there was no error.</summary>
    public long LastErrorOffset => Errors.Last.Offset;

    /// <summary>Gets a guess about the bytes of the last invalid stream or record.</summary>
    public PacketHint LastHint => Errors.Last.Hint;

    internal CapturedErrors Errors { get; } = new();

    /// <summary>Gets the offset in the capture of the end of the last packet, in bytes; -1 if the packet was in TCP segments.</summary>
    internal long PacketEnd => _inRecord ? _capture.DataOffset + _consumed : -1;

    /// <summary>Gets whether a record has a TCP segment, from or to any port.</summary>
    internal bool HasSegments { get; private set; }

    /// <summary>Gets the link type of the first record whose link type is not supported, or -1.</summary>
    internal int UnsupportedLinkType { get; private set; } = -1;

    /// <summary>Gets the number of frames without a segment that a snap length has cut.</summary>
    internal long CutFrames { get; private set; }

    /// <summary>Reads the next packet.</summary>
    /// <param name="packet">The packet; valid until the next call.</param>
    /// <returns><see cref="CaptureStatus.Packet"/> if there is a packet. Otherwise, the status of the capture's reader.</returns>
    /// <exception cref="IOException">The capture's stream cannot be read.</exception>
    /// <exception cref="ObjectDisposedException">The reader was disposed.</exception>
    public CaptureStatus Read(out CapturedPacket packet)
    {
        for (; ; )
        {
            if (TryTake(out packet))
            {
                return CaptureStatus.Packet;
            }

            CaptureStatus status = Advance();
            if (status != CaptureStatus.Packet)
            {
                return status;
            }
        }
    }

    /// <summary>Reads the next record. Its packets can then be taken by <see cref="TryTake"/>.</summary>
    internal CaptureStatus Advance() => Process(_capture.Read(out _));

    /// <summary>Reads the next record. Its packets can then be taken by <see cref="TryTake"/>.</summary>
    internal async ValueTask<CaptureStatus> AdvanceAsync(CancellationToken cancellationToken) =>
        Process(await _capture.ReadAsync(cancellationToken).ConfigureAwait(false));

    /// <summary>Returns a packet from the last record, without reading the next one.</summary>
    internal bool TryTake(out CapturedPacket packet)
    {
        packet = default;
        if (_inRecord)
        {
            return TryTakeFromRecord(out packet);
        }

        if (_active is { } stream)
        {
            OperationStatus status = stream.Take(out Packet taken, out PacketError error);
            if (status == OperationStatus.Done)
            {
                packet = CreatePacket(taken, _capture.Current, stream.Direction, stream.Connection);
                PacketCount++;
                return true;
            }

            if (status == OperationStatus.InvalidData)
            {
                PacketHint hint = stream.Hint;
                stream.Break();
                Errors.Report(error, CapturedErrorCause.NotPackets, hint, stream);
            }
            else if (stream is { IsCut: true, IsBroken: false })
            {
                stream.Break();
                Errors.Report(PacketError.PayloadTruncated, CapturedErrorCause.Cut, PacketHint.None, stream);
            }

            _active = null;
            if (stream.IsAtEnd)
            {
                _streams.Close(stream);
            }
        }

        return false;
    }

    /// <summary>Returns the memory, and disposes the capture's reader.</summary>
    public void Dispose()
    {
        _streams.Dispose();
        _active = null;
        _inRecord = false;
        _capture.Dispose();
    }

    private bool TryTakeFromRecord(out CapturedPacket packet)
    {
        CaptureRecord record = _capture.Current;
        ReadOnlySpan<byte> rest = record.Data.Slice(_consumed);
        packet = default;
        if (!rest.IsEmpty)
        {
            if (PacketDecoder.Decode(rest, Format, out Packet decoded, out int consumed, out PacketError error) == OperationStatus.Done)
            {
                _consumed += consumed;
                packet = CreatePacket(decoded, record, record.Direction, record.Connection);
                PacketCount++;
                return true;
            }

            bool isPart = error == PacketError.PayloadTruncated || error == PacketError.HeaderTruncated;
            CapturedErrorCause cause = !isPart ? CapturedErrorCause.NotPackets
                : record.OriginalLength > record.Data.Length ? CapturedErrorCause.Cut : CapturedErrorCause.Ended;
            PacketHint hint = cause == CapturedErrorCause.Cut ? PacketHint.None : PacketDecoder.Guess(rest, _options.Format);
            long time = record.TimestampNanoseconds;
            Errors.Report(new CapturedError(error, cause, hint, record.Offset, time, record.Direction, record.Connection));
        }

        _inRecord = false;
        return false;
    }

    private CaptureStatus Process(CaptureStatus status)
    {
        if (status == CaptureStatus.Packet)
        {
            ProcessRecord();
        }
        else
        {
            _streams.ReportUnfinished();
        }

        return status;
    }

    private void ProcessRecord()
    {
        CaptureRecord record = _capture.Current;
        if (record.LinkType == CaptureFormat.LinkTypeUser0)
        {
            _inRecord = true;
            _consumed = 0;
            return;
        }

        if (!TcpSegment.TryParse(record, out TcpSegment segment))
        {
            CutFrames += record.OriginalLength > record.Data.Length ? 1 : 0;
            if (UnsupportedLinkType < 0 && !TcpSegment.IsSupported(record.LinkType))
            {
                UnsupportedLinkType = record.LinkType;
            }

            return;
        }

        HasSegments = true;
        bool toServer = segment.Endpoints.DestinationPort == _options.Port;
        if (toServer || segment.Endpoints.SourcePort == _options.Port)
        {
            ProcessSegment(segment, record, toServer);
        }
    }

    private void ProcessSegment(TcpSegment segment, CaptureRecord record, bool toServer)
    {
        TcpStream? stream = _streams.Find(segment.Endpoints);
        if (segment.IsReset)
        {
            // The payload of a reset is not part of the stream (RFC 1122, 4.2.2.12). The peer may ignore the reset, so both can continue.
            _streams.MarkEnded(stream);
            _streams.MarkEnded(_streams.Find(segment.Endpoints.Reversed));
            return;
        }

        bool hasPayload = segment.PayloadLength > 0;
        uint sequence = segment.IsSyn ? segment.Sequence + 1 : segment.Sequence;
        if (stream is null)
        {
            // A keep-alive would begin the stream one byte too early. Later ones are bytes that were sent again.
            if (!segment.IsSyn && (!hasPayload || segment.IsKeepAlive))
            {
                return;
            }

            stream = _streams.Add(segment.Endpoints);
            stream.Connection = _streams.ConnectionOf(segment, record, isFirst: true);
            stream.Begin(sequence, segment.IsSyn);
        }
        else if (segment.IsSyn ? !stream.IsOpenedBy(sequence)
            : hasPayload && !segment.IsKeepAlive && stream.HasEnded && !stream.IsInWindow(sequence))
        {
            Errors.ReportUnfinished(stream);
            stream.Connection = _streams.ConnectionOf(segment, record, isFirst: false);
            stream.Begin(sequence, segment.IsSyn);
            _streams.MarkUnused(stream);
        }

        stream.LastOffset = record.Offset;
        stream.LastTime = record.TimestampNanoseconds;
        stream.Direction = record.Direction != CaptureDirection.Unknown ? record.Direction
            : toServer == _options.IsServer ? CaptureDirection.Inbound : CaptureDirection.Outbound;
        bool wasBroken = stream.IsBroken;
        if (hasPayload && (stream.Add(sequence, segment.Payload, segment.PayloadLength) || !stream.HasEnded))
        {
            _streams.MarkOpen(stream);
        }

        if (segment.IsFin)
        {
            stream.EndAt(sequence + (uint)segment.PayloadLength);
        }

        if (stream.IsBroken && !wasBroken)
        {
            Errors.Report(PacketError.PayloadTruncated, CapturedErrorCause.SegmentsMissing, PacketHint.None, stream);
        }

        _active = stream;
    }

    private CapturedPacket CreatePacket(Packet packet, CaptureRecord record, CaptureDirection direction, uint connection) => new()
    {
        Packet = packet,
        TimestampNanoseconds = record.TimestampNanoseconds,
        Direction = direction,
        Connection = connection,
        IsServer = _capture.IsServer(record.Interface),
    };
}
