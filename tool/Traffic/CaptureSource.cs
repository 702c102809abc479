using System.IO.Compression;

namespace Codec.Cli.Traffic;

/// <summary>Reads the packets of a capture.</summary>
internal sealed class CaptureSource(CaptureReader capture, CapturedPacketReaderOptions options) : PacketSource
{
    // Other tools write records of at most 256 KB, and a record of a capture is at most 1 GB.
    private const int MinRecordLimit = 1 << 20;
    private const int MaxRecordLimit = 1 << 30;

    private readonly CapturedPacketReader _reader = new(capture, options) { Errors = { AreKept = true } };
    private readonly ushort _port = options.Port;
    private CaptureStatus _status = CaptureStatus.Packet;
    private long _start = -1;
    private bool _isOver;

    /// <summary>Returns the largest record that is read or written, in bytes.</summary>
    public static int MaxRecordSize(PacketFormat format) => Math.Clamp(format.MaxPacketSize, MinRecordLimit, MaxRecordLimit);

    /// <summary>Opens a capture, which may be compressed. Throws <see cref="CommandFailedException"/> if the file is a damaged zip archive.</summary>
    public static CaptureReader Open(SourceStream stream, string path, PacketFormat format)
    {
        CaptureReaderOptions options = new() { MaxPacketSize = MaxRecordSize(format) };
        try
        {
            SourceKind kind = stream.PeekKind();
            if (kind == SourceKind.Zip && !stream.IsPipe)
            {
                stream.Dispose();
                return CaptureFile.OpenRead(path, options);
            }

            return new CaptureReader(kind == SourceKind.Gzip ? new GZipStream(stream, CompressionMode.Decompress) : stream, options);
        }
        catch (Exception exception)
        {
            stream.Dispose();
            if (exception is InvalidDataException)
            {
                throw new CommandFailedException($"{path}: {exception.Message}", exception);
            }

            throw;
        }
    }

    public override SourceStatus Read(out TracedPacket packet)
    {
        packet = default;
        for (; ; )
        {
            // The errors of a record that begins or drops a stream precede the packets of that record, and those of its bytes follow them.
            if (_reader.Errors.TryTake(out CapturedError error))
            {
                Fault = FaultOf(error);
                return SourceStatus.Fault;
            }

            if (_reader.TryTake(out CapturedPacket captured))
            {
                _start = _start < 0 ? captured.TimestampNanoseconds : _start;
                packet = new TracedPacket
                {
                    Id = captured.Packet.Id,
                    Payload = captured.Packet.Payload,
                    Raw = captured.Packet.Raw,
                    Nanoseconds = captured.TimestampNanoseconds,
                    Start = _start,
                    Direction = captured.Direction,
                    Connection = captured.Connection,
                    IsServer = captured.IsServer,
                    Offset = -1,
                    PayloadOffset = _reader.PacketEnd < 0 ? -1 : _reader.PacketEnd - captured.Packet.Payload.Length,
                };
                return SourceStatus.Packet;
            }

            if (_reader.Errors.HasKept)
            {
                continue;
            }

            if (_status != CaptureStatus.Packet)
            {
                return End();
            }

            _status = _reader.Advance();
        }
    }

    public static string Describe(CapturedError error) => Describe(error.Error, error.Cause, error.Hint, $"in the record at byte {error.Offset}");

    public static string Describe(PacketError error, CapturedErrorCause cause, PacketHint hint, string place)
    {
        string consequence = cause switch
        {
            CapturedErrorCause.NotPackets => "the bytes are not a packet, and the rest is not read",
            CapturedErrorCause.Ended => "the sender stopped inside a packet",
            CapturedErrorCause.CaptureEnded => "the capture ends inside a packet",
            CapturedErrorCause.SegmentsMissing => "the capture lacks segments, and the rest is not read",
            CapturedErrorCause.Cut => "a snap length has cut the packet, and the rest is not read",
            _ => "too many streams were open, so this one was dropped inside a packet",
        };
        return $"{error} {place}: {consequence}. {PacketDecoder.Describe(hint)}".TrimEnd();
    }

    public static string DescribeEmpty(CapturedPacketReader reader, int port)
    {
        if (reader.Capture.RecordCount == 0)
        {
            return "The capture has no records.";
        }

        if (reader.CutFrames > 0 && !reader.HasSegments)
        {
            return $"A snap length has cut the headers of {reader.CutFrames} of {reader.Capture.RecordCount} records; capture with a longer one.";
        }

        return reader.UnsupportedLinkType >= 0 && !reader.HasSegments
            ? $"The capture has the link type {LinkTypeText.Of(reader.UnsupportedLinkType)}, which is not read; expected Ethernet, IP, Linux cooked, loopback or USER0."
            : $"None of the capture's {reader.Capture.RecordCount} records has a packet to or from TCP port {port}; choose another with --port.";
    }

    public override void Dispose() => _reader.Dispose();

    private SourceStatus End()
    {
        if (_isOver)
        {
            return SourceStatus.End;
        }

        _isOver = true;
        CaptureReader capture = _reader.Capture;
        if (_status != CaptureStatus.End)
        {
            bool isOther = capture.Error == CaptureError.NotACapture && capture.ErrorOffset == 0;
            string message = isOther ? "The file is not a capture; expected pcapng or pcap." : $"The capture is damaged: {capture}.";
            Fault = new PacketFault(capture.Error.ToString(), capture.ErrorOffset, message);
            return SourceStatus.Fault;
        }

        if (_reader.PacketCount == 0 && _reader.InvalidStreams == 0 && capture.RecordCount > 0)
        {
            Fault = new PacketFault("NoPackets", 0, DescribeEmpty(_reader, _port));
            return SourceStatus.Fault;
        }

        return SourceStatus.End;
    }

    private PacketFault FaultOf(CapturedError error)
    {
        _start = _start < 0 ? error.TimestampNanoseconds : _start;
        return new PacketFault(error.Error.ToString(), error.Offset, Describe(error))
        {
            Nanoseconds = error.TimestampNanoseconds,
            Start = _start,
            Direction = error.Direction,
            Connection = error.Connection,
        };
    }
}
