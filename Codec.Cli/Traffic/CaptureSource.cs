using System.Globalization;
using Codec.Capture;
using Codec.Framing;

namespace Codec.Cli.Traffic;

/// <summary>Gives the packets of a capture.</summary>
internal sealed class CaptureSource : PacketSource
{
    private readonly CapturedPacketReader _reader;
    private readonly ushort _port;
    private long _reported;
    private long _start = -1;
    private bool _isOver;

    /// <summary>Makes a source.</summary>
    /// <param name="capture">The capture; closed with the source.</param>
    /// <param name="options">How to find packets.</param>
    public CaptureSource(CaptureReader capture, CapturedPacketReaderOptions options)
    {
        _reader = new CapturedPacketReader(capture, options);
        _port = options.Port;
    }

    public override SourceStatus Read(out TracedPacket packet)
    {
        packet = default;
        if (TakeFault())
        {
            return SourceStatus.Fault;
        }

        if (_isOver)
        {
            return SourceStatus.End;
        }

        CaptureStatus status = _reader.Read(out CapturedPacket captured);
        if (status == CaptureStatus.Packet)
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
                Offset = -1,
            };
            return SourceStatus.Packet;
        }

        _isOver = true;
        if (TakeFault())
        {
            // The end of the capture is told afterwards.
            _isOver = status == CaptureStatus.End;
            return SourceStatus.Fault;
        }

        CaptureReader capture = _reader.Capture;
        if (status != CaptureStatus.End)
        {
            Fault = new PacketFault(capture.Error.ToString(), capture.ErrorOffset, $"The capture is damaged: {capture}.");
            return SourceStatus.Fault;
        }

        if (_reader.PacketCount == 0 && _reader.InvalidStreams == 0 && capture.RecordCount > 0)
        {
            Fault = new PacketFault("NoPackets", 0, string.Create(
                CultureInfo.InvariantCulture, $"None of the capture's {capture.RecordCount} records has a packet to or from TCP port {_port}; choose another with --port."));
            return SourceStatus.Fault;
        }

        return SourceStatus.End;
    }

    protected override void Dispose(bool isDisposing) => _reader.Dispose();

    private bool TakeFault()
    {
        long found = _reader.InvalidStreams - _reported;
        if (found == 0)
        {
            return false;
        }

        _reported = _reader.InvalidStreams;
        string many = found == 1 ? "" : string.Create(CultureInfo.InvariantCulture, $" This is the last of {found} such streams or records.");
        Fault = new PacketFault(
            _reader.LastError.ToString(),
            _reader.LastErrorOffset,
            string.Create(CultureInfo.InvariantCulture, $"{_reader.LastError} in the record at byte {_reader.LastErrorOffset}; the rest of its stream cannot be read.{many} {PacketHints.Describe(_reader.LastHint)}").TrimEnd());
        return true;
    }
}
