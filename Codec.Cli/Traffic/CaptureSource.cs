using System;
using System.Globalization;
using System.IO;
using System.IO.Compression;
using Codec.Capture;
using Codec.Framing;
using Codec.Packets;

namespace Codec.Cli.Traffic;

/// <summary>Reads the packets of a capture.</summary>
internal sealed class CaptureSource : PacketSource
{
    // Other tools write records of at most 256 KB, and a record of a capture is at most 1 GB.
    private const int MinRecordLimit = 1 << 20;
    private const int MaxRecordLimit = 1 << 30;

    private readonly CapturedPacketReader _reader;
    private readonly ushort _port;
    private long _reported;
    private long _start = -1;
    private bool _isOver;

    /// <summary>Creates a source.</summary>
    /// <param name="capture">The capture. It is closed with the source.</param>
    /// <param name="options">The options of the packet reader.</param>
    public CaptureSource(CaptureReader capture, CapturedPacketReaderOptions options)
    {
        _reader = new CapturedPacketReader(capture, options);
        _port = options.Port;
    }

    /// <summary>Returns the largest record that is read or written, in bytes.</summary>
    /// <param name="format">The packet format. A record may be as large as the largest packet of the format.</param>
    public static int MaxRecordSize(PacketFormat format) => Math.Clamp(format.MaxPacketSize, MinRecordLimit, MaxRecordLimit);

    /// <summary>Opens a capture, which may be compressed.</summary>
    /// <param name="stream">The file. The reader owns it. It is disposed if this method fails.</param>
    /// <param name="path">The path of the file. It is needed because a zip archive is not read as a stream.</param>
    /// <param name="format">The packet format.</param>
    /// <returns>The reader.</returns>
    /// <exception cref="CommandFailedException">The file is a damaged zip archive.</exception>
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
            // The end of the capture is reported afterwards.
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
                CultureInfo.InvariantCulture, $"None of the capture's {capture.RecordCount} records has a packet to or from TCP port {_port}; choose another with --port. Records that a snap length has cut are not read."));
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
            string.Create(CultureInfo.InvariantCulture, $"{_reader.LastError} in the record at byte {_reader.LastErrorOffset}; {Consequence(_reader.LastError)}.{many} {PacketHints.Describe(_reader.LastHint)}").TrimEnd());
        return true;
    }

    private static string Consequence(PacketError error) => error == PacketError.PayloadTruncated
        ? "the capture lacks bytes of its stream, the stream ends inside a packet, or too many others were open, and what follows cannot be read"
        : "the rest of its stream cannot be read";
}
