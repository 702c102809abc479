using System;
using System.Buffers;
using System.Collections.Generic;
using System.IO;
using System.Threading;
using System.Threading.Tasks;
using Codec.Framing;
using Codec.Packets;

namespace Codec.Capture;

/// <summary>
/// Reads the packets of a capture one by one, whatever is around them: records that hold packets (link type USER0), or TCP over IPv4 or
/// IPv6 to and from a port, whose streams are put together from their segments: out of order, repeated, overlapping or not.
/// </summary>
/// <remarks>
/// Bytes that are no packets end their stream or record, and are counted in <see cref="InvalidStreams"/>; so do bytes that the capture
/// lacks. The memory is bounded by the reader's options and by <see cref="CapturedPacketReaderOptions.MaxStreams"/> times
/// <see cref="CapturedPacketReaderOptions.MaxGap"/> and two packets. Not safe for use by several threads at once.
/// </remarks>
public sealed class CapturedPacketReader : IDisposable
{
    private readonly CaptureReader _capture;
    private readonly CapturedPacketReaderOptions _options;
    private readonly Dictionary<TcpEndpoints, TcpStream> _streams = [];
    private TcpStream? _active;
    private TcpStream? _ended;
    private TcpEndpoints _endedEndpoints;
    private int _consumed;
    private bool _inRecord;
    private uint _connections;

    /// <summary>Makes a reader.</summary>
    /// <param name="capture">The capture, which the reader disposes with itself.</param>
    /// <param name="options">How to find packets, or <see langword="null"/> for the defaults.</param>
    /// <exception cref="ArgumentNullException"><paramref name="capture"/>, or the options' format, is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentOutOfRangeException">An option's value is out of its range.</exception>
    public CapturedPacketReader(CaptureReader capture, CapturedPacketReaderOptions? options = null)
    {
        if (capture is null)
        {
            Throw.ArgumentNull(nameof(capture));
        }

        _options = options ?? new CapturedPacketReaderOptions();
        _options.Check();
        _capture = capture;
    }

    /// <summary>The capture, which says what is wrong with it where <see cref="Read"/> ends.</summary>
    public CaptureReader Capture => _capture;

    /// <summary>How packets look.</summary>
    public PacketFormat Format => _options.Format;

    /// <summary>How many packets were given.</summary>
    public long PacketCount { get; private set; }

    /// <summary>How many streams and records had bytes that are no packets, lacked some, or were one stream too many.</summary>
    public long InvalidStreams { get; private set; }

    /// <summary>What was wrong with the last of these, where it was bytes that are no packets.</summary>
    public PacketError LastError { get; private set; }

    /// <summary>Reads on to the next packet.</summary>
    /// <param name="packet">The packet; valid until the next call.</param>
    /// <returns>Whether there is a packet, and if not, what the capture's reader says.</returns>
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

            CaptureStatus status = _capture.Read(out _);
            if (status != CaptureStatus.Packet)
            {
                return status;
            }

            Enter();
        }
    }

    /// <summary>Reads on until <see cref="TryTake"/> has a packet.</summary>
    internal async ValueTask<CaptureStatus> AdvanceAsync(CancellationToken cancellationToken)
    {
        CaptureStatus status = await _capture.ReadAsync(cancellationToken).ConfigureAwait(false);
        if (status == CaptureStatus.Packet)
        {
            Enter();
        }

        return status;
    }

    /// <summary>Takes a packet from what was read last, without reading on.</summary>
    internal bool TryTake(out CapturedPacket packet)
    {
        packet = default;
        if (_inRecord)
        {
            return TryTakeFromRecord(out packet);
        }

        if (_active is { } stream)
        {
            OperationStatus status = stream.Decoder.Take(out Packet taken);
            if (status == OperationStatus.Done)
            {
                packet = Make(taken, _capture.Current, stream);
                PacketCount++;
                return true;
            }

            if (status == OperationStatus.InvalidData)
            {
                LastError = stream.Decoder.Error;
                stream.Break();
                InvalidStreams++;
            }

            _active = null;
        }

        if (_ended is not null)
        {
            _streams.Remove(_endedEndpoints);
            _ended.Dispose();
            _ended = null;
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
        _active = _ended = null;
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

            LastError = error;
            InvalidStreams++;
        }

        _inRecord = false;
        return false;
    }

    private void Enter()
    {
        CaptureRecord record = _capture.Current;
        if (record.LinkType == CaptureFormat.LinkTypeUser0)
        {
            _inRecord = true;
            _consumed = 0;
            return;
        }

        if (!TcpSegment.TryParse(record.LinkType, record.Data, out TcpSegment segment))
        {
            return;
        }

        bool toServer = segment.Endpoints.DestinationPort == _options.Port;
        if ((toServer || segment.Endpoints.SourcePort == _options.Port) && FindStream(segment, record, toServer) is { } stream)
        {
            Add(stream, segment);
        }
    }

    private void Add(TcpStream stream, TcpSegment segment)
    {
        bool wasBroken = stream.IsBroken;
        uint sequence = segment.Sequence;
        if (segment.IsSyn)
        {
            stream.Begin(++sequence);
        }

        stream.Add(sequence, segment.Payload);
        if (stream.IsBroken && !wasBroken)
        {
            InvalidStreams++;
        }

        _active = stream;
        if (segment.IsReset)
        {
            _ended = stream;
            _endedEndpoints = segment.Endpoints;
        }
    }

    private TcpStream? FindStream(TcpSegment segment, CaptureRecord record, bool toServer)
    {
        if (_streams.TryGetValue(segment.Endpoints, out TcpStream? stream))
        {
            return stream;
        }

        if (segment.Payload.IsEmpty && !segment.IsSyn)
        {
            return null;
        }

        if (_streams.Count == _options.MaxStreams)
        {
            InvalidStreams++;
            return null;
        }

        uint connection = record.HasConnection ? record.Connection
            : _streams.TryGetValue(segment.Endpoints.Reversed, out TcpStream? other) ? other.Connection : _connections++;

        // Beside what is missing a piece of, the decoder holds one packet's begin and one segment.
        int limit = _options.MaxGap + _options.Format.MaxPacketSize + ushort.MaxValue;
        stream = new TcpStream(connection, toServer, new PacketPushDecoder(_options.Format, limit), _options.MaxGap);
        _streams.Add(segment.Endpoints, stream);
        return stream;
    }

    private CapturedPacket Make(Packet packet, CaptureRecord record, TcpStream stream) => new()
    {
        Packet = packet,
        TimestampNanoseconds = record.TimestampNanoseconds,
        Direction = record.Direction != CaptureDirection.Unknown ? record.Direction
            : stream.ToServer == _options.IsServer ? CaptureDirection.Inbound : CaptureDirection.Outbound,
        Connection = stream.Connection,
    };
}
