namespace Codec.Capture;

/// <summary>
/// Reads the packets of a capture one by one. The records contain packets (link type USER0), or TCP over IPv4 or IPv6 to and from a port. The reader
/// reassembles the TCP streams from their segments, which may be out of order, repeated or overlapping.
/// </summary>
/// <remarks>
/// <para>
/// Bytes that are not packets end their stream or record, which is then counted in <see cref="InvalidStreams"/>. The same applies to bytes that are
/// missing in the capture. The memory of a stream is returned after its last byte before FIN. The stream itself is remembered until its memory is
/// needed, so that a segment that is sent again does not begin a new connection. A SYN with another sequence number begins a new connection.
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
    private readonly Dictionary<TcpEndpoints, TcpStream> _streams = [];

    // The streams in use. The first one has been idle for the longest time.
    private readonly LinkedList<TcpStream> _open = [];

    // Streams without payload. They are removed before those in use, so that a scan of ports removes no others. If the first bytes arrive out of order
    // after that, a packet is lost.
    private readonly LinkedList<TcpStream> _unused = [];

    // Streams that ended or were reset. They are removed first.
    private readonly LinkedList<TcpStream> _ended = [];

    // The errors that TryTakeError has not returned. A record has at most four, and the end of the capture one for each stream.
    private readonly Queue<CapturedError> _errors = [];
    private TcpStream? _active;
    private int _consumed;
    private bool _inRecord;
    private uint _connections;

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
    }

    /// <summary>Gets the reader of the capture. If <see cref="Read"/> ends with an error, that reader has the details.</summary>
    public CaptureReader Capture => _capture;

    /// <summary>Gets the packet format.</summary>
    public PacketFormat Format => _options.Format;

    /// <summary>Gets the number of packets that were returned.</summary>
    public long PacketCount { get; private set; }

    /// <summary>Gets the number of streams and records that contained bytes that are not packets, or in which bytes are missing.</summary>
    public long InvalidStreams { get; private set; }

    /// <summary>
    /// Gets the number of streams in use that were dropped because there were more than <see cref="CapturedPacketReaderOptions.MaxStreams"/>.
    /// Each was the stream that had been idle the longest. If it was inside a packet, it also counts in <see cref="InvalidStreams"/>. If it continues,
    /// it is read again from that point.
    /// </summary>
    public long EvictedStreams { get; private set; }

    /// <summary>Gets the error of the last invalid stream or record; <see cref="PacketError.PayloadTruncated"/> if bytes are missing.</summary>
    public PacketError LastError => LastCapturedError.Error;

    /// <summary>Gets the offset of the record with the last of these errors, in bytes from the start of the capture, or -1 if there was no error.</summary>
    public long LastErrorOffset => LastCapturedError.Offset;

    /// <summary>Gets a guess about the bytes of the last invalid stream or record.</summary>
    public PacketHint LastHint => LastCapturedError.Hint;

    internal CapturedError LastCapturedError { get; private set; } = new() { Offset = -1 };

    /// <summary>Gets or sets whether errors are kept for <see cref="TryTakeError"/>, which must then be called after each record.</summary>
    internal bool KeepsErrors { get; set; }

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

    /// <summary>Gets whether <see cref="TryTakeError"/> has an error.</summary>
    internal bool HasErrors => _errors.Count > 0;

    internal bool TryTakeError(out CapturedError error)
    {
        bool isFound = HasErrors;
        error = isFound ? _errors.Dequeue() : default;
        return isFound;
    }

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
                packet = CreatePacket(taken, _capture.Current, stream);
                PacketCount++;
                return true;
            }

            if (status == OperationStatus.InvalidData)
            {
                PacketHint hint = stream.Hint;
                stream.Break();
                Report(error, CapturedErrorCause.NotPackets, hint, stream);
            }
            else if (stream is { IsCut: true, IsBroken: false })
            {
                stream.Break();
                Report(PacketError.PayloadTruncated, CapturedErrorCause.Cut, PacketHint.None, stream);
            }

            _active = null;
            if (stream.IsAtEnd)
            {
                Close(stream);
            }
        }

        return false;
    }

    /// <summary>Returns the memory, and disposes the capture's reader.</summary>
    public void Dispose()
    {
        foreach (TcpStream stream in _streams.Values)
        {
            stream.Dispose();
        }

        _streams.Clear();
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
            if (PacketDecoder.Decode(rest, _options.Format, out Packet decoded, out int consumed, out PacketError error) == OperationStatus.Done)
            {
                _consumed += consumed;
                packet = new CapturedPacket
                {
                    Packet = decoded,
                    TimestampNanoseconds = record.TimestampNanoseconds,
                    Direction = record.Direction,
                    Connection = record.Connection,
                };
                PacketCount++;
                return true;
            }

            bool isPart = error == PacketError.PayloadTruncated || error == PacketError.HeaderTruncated;
            CapturedErrorCause cause = !isPart ? CapturedErrorCause.NotPackets
                : record.OriginalLength > record.Data.Length ? CapturedErrorCause.Cut : CapturedErrorCause.Ended;
            PacketHint hint = cause == CapturedErrorCause.Cut ? PacketHint.None : PacketDecoder.Guess(rest, _options.Format);
            Report(new CapturedError(error, cause, hint, record.Offset, record.TimestampNanoseconds, record.Direction, record.Connection));
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
            EndStreams();
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
        _streams.TryGetValue(segment.Endpoints, out TcpStream? stream);
        if (segment.IsReset)
        {
            // The payload of a reset is not part of the stream (RFC 1122, 4.2.2.12). The peer may ignore the reset, so both streams can continue.
            MarkEnded(stream);
            MarkEnded(Find(segment.Endpoints.Reversed));
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

            stream = AddStream(segment);
            stream.Connection = ConnectionOf(segment, record, isFirst: true);
            stream.Begin(sequence, segment.IsSyn);
        }
        else if (segment.IsSyn ? !stream.IsOpenedBy(sequence) : hasPayload && !segment.IsKeepAlive && stream.HasEnded && !stream.IsInWindow(sequence))
        {
            ReportUnfinished(stream);
            stream.Connection = ConnectionOf(segment, record, isFirst: false);
            stream.Begin(sequence, segment.IsSyn);
            MoveTo(_unused, stream);
        }

        stream.LastOffset = record.Offset;
        stream.LastTime = record.TimestampNanoseconds;
        stream.Direction = record.Direction != CaptureDirection.Unknown ? record.Direction
            : toServer == _options.IsServer ? CaptureDirection.Inbound : CaptureDirection.Outbound;
        bool wasBroken = stream.IsBroken;
        if (hasPayload && (stream.Add(sequence, segment.Payload, segment.PayloadLength) || !stream.HasEnded))
        {
            stream.HasEnded = false;
            MoveTo(_open, stream);
        }

        if (segment.IsFin)
        {
            stream.EndAt(sequence + (uint)segment.PayloadLength);
        }

        if (stream.IsBroken && !wasBroken)
        {
            Report(PacketError.PayloadTruncated, CapturedErrorCause.SegmentsMissing, PacketHint.None, stream);
        }

        _active = stream;
    }

    /// <summary>Reports the streams that the end of the capture, or damage in it, leaves without bytes.</summary>
    private void EndStreams()
    {
        foreach (TcpStream stream in _streams.Values.OrderBy(stream => stream.LastOffset))
        {
            ReportUnfinished(stream);
        }
    }

    /// <summary>Reports a stream that will get no more bytes if it is inside a packet, and drops its bytes.</summary>
    private void ReportUnfinished(TcpStream stream, CapturedErrorCause? cause = null)
    {
        if (stream.HasUnfinished)
        {
            Report(PacketError.PayloadTruncated, cause ?? stream.UnfinishedCause, PacketHint.None, stream);
            stream.Break();
        }
    }

    private void Report(PacketError error, CapturedErrorCause cause, PacketHint hint, TcpStream stream) =>
        Report(new CapturedError(error, cause, hint, stream.LastOffset, stream.LastTime, stream.Direction, stream.Connection));

    private void Report(CapturedError error)
    {
        LastCapturedError = error;
        InvalidStreams++;
        if (KeepsErrors)
        {
            _errors.Enqueue(error);
        }
    }

    private TcpStream? Find(TcpEndpoints endpoints) => _streams.TryGetValue(endpoints, out TcpStream? stream) ? stream : null;

    private TcpStream AddStream(TcpSegment segment)
    {
        if (_streams.Count == _options.MaxStreams)
        {
            Evict();
        }

        TcpStream stream = new(segment.Endpoints, _options.Format, _options.MaxGap);
        _streams.Add(segment.Endpoints, stream);
        _unused.AddLast(stream.Node);
        return stream;
    }

    private void Evict()
    {
        LinkedListNode<TcpStream>? spare = _ended.First ?? _unused.First;
        if (spare is null)
        {
            EvictedStreams++;
        }

        TcpStream stream = (spare ?? _open.First)!.Value;
        ReportUnfinished(stream, spare is null ? CapturedErrorCause.Dropped : null);
        stream.Node.List!.Remove(stream.Node);
        _streams.Remove(stream.Endpoints);
        stream.Dispose();
    }

    /// <summary>Returns the connection number of a stream that begins. Both directions of a connection have the same number.</summary>
    private uint ConnectionOf(TcpSegment segment, CaptureRecord record, bool isFirst)
    {
        // In the frames of other programs, the number is a receive queue of the network card.
        if (record.HasConnection && TcpWrapper.IsConnection(segment.Endpoints, record.Connection))
        {
            return record.Connection;
        }

        // The peer's stream belongs to the same connection if the SYN answers it, or if the peer has sent no payload after its own SYN.
        TcpStream? peer = Find(segment.Endpoints.Reversed);
        bool isSame = peer is not null
            && (segment.IsSyn ? !peer.HasEnded && (segment.IsAcknowledgement || !peer.HasPayload) : isFirst || !peer.HasEnded);
        return isSame ? peer!.Connection : _connections++;
    }

    private void Close(TcpStream stream)
    {
        PacketError error = stream.Close();
        if (error != PacketError.None)
        {
            Report(error, CapturedErrorCause.Ended, PacketHint.None, stream);
        }

        MarkEnded(stream);
    }

    /// <summary>Marks a stream as over. It is kept until its memory is needed.</summary>
    private void MarkEnded(TcpStream? stream)
    {
        if (stream is not null)
        {
            if (!stream.HasUnfinished)
            {
                stream.Release();
            }

            stream.HasEnded = true;
            MoveTo(_ended, stream);
        }
    }

    private static void MoveTo(LinkedList<TcpStream> list, TcpStream stream)
    {
        if (list.Last != stream.Node)
        {
            stream.Node.List!.Remove(stream.Node);
            list.AddLast(stream.Node);
        }
    }

    private static CapturedPacket CreatePacket(Packet packet, CaptureRecord record, TcpStream stream) => new()
    {
        Packet = packet,
        TimestampNanoseconds = record.TimestampNanoseconds,
        Direction = stream.Direction,
        Connection = stream.Connection,
    };
}
