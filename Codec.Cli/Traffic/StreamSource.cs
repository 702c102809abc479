using System;
using System.Buffers;
using System.Globalization;
using System.IO;
using Codec.Framing;
using Codec.Packets;

namespace Codec.Cli.Traffic;

/// <summary>Gives the packets of a file that has nothing else.</summary>
internal sealed class StreamSource : PacketSource
{
    private const int FirstBufferSize = 256 * 1024;

    private readonly Stream _stream;
    private readonly PacketFormat _format;
    private byte[] _buffer = new byte[FirstBufferSize];
    private int _start;
    private int _end;
    private long _offset;
    private bool _isOver;

    /// <summary>Makes a source.</summary>
    /// <param name="stream">The packets; closed with the source.</param>
    /// <param name="format">How packets look.</param>
    public StreamSource(Stream stream, PacketFormat format)
    {
        _stream = stream;
        _format = format;
    }

    public override SourceStatus Read(out TracedPacket packet)
    {
        packet = default;
        while (!_isOver)
        {
            ReadOnlySpan<byte> rest = _buffer.AsSpan(_start, _end - _start);
            OperationStatus status = PacketDecoder.Decode(rest, _format, out Packet decoded, out int consumed, out PacketError error);
            if (status == OperationStatus.Done)
            {
                packet = new TracedPacket { Id = decoded.Id, Payload = decoded.Payload, Raw = decoded.Raw, Nanoseconds = -1, Offset = _offset };
                _start += consumed;
                _offset += consumed;
                return SourceStatus.Packet;
            }

            if (status == OperationStatus.NeedMoreData && Fill())
            {
                continue;
            }

            _isOver = true;
            if (!rest.IsEmpty)
            {
                PacketHint hint = status == OperationStatus.InvalidData || _offset == 0 ? PacketHints.Guess(rest, _format) : PacketHint.None;
                Fault = new PacketFault(
                    error.ToString(),
                    _offset,
                    string.Create(CultureInfo.InvariantCulture, $"{error} in the packet at byte {_offset}; nothing after it can be read. {PacketHints.Describe(hint)}").TrimEnd());
                return SourceStatus.Fault;
            }
        }

        return SourceStatus.End;
    }

    protected override void Dispose(bool isDisposing) => _stream.Dispose();

    private bool Fill()
    {
        if (_start > 0)
        {
            _buffer.AsSpan(_start, _end - _start).CopyTo(_buffer);
            _end -= _start;
            _start = 0;
        }

        if (_end == _buffer.Length)
        {
            // The packet is within the format's limit, and half of the buffer has come.
            Array.Resize(ref _buffer, (int)Math.Min(2L * _buffer.Length, Array.MaxLength));
        }

        int count = _stream.Read(_buffer, _end, _buffer.Length - _end);
        _end += count;
        return count > 0;
    }
}
