namespace Codec.Cli.Traffic;

/// <summary>Reads the packets of a file that contains only packets.</summary>
internal sealed class StreamSource : PacketSource
{
    private readonly Stream _stream;
    private readonly PacketFormat _format;
    private readonly ReadBuffer _buffer;
    private long _offset;
    private bool _isOver;

    /// <summary>Creates a source.</summary>
    /// <param name="stream">The packets. They are closed with the source.</param>
    public StreamSource(Stream stream, PacketFormat format)
    {
        _stream = stream;
        _format = format;
        _buffer = new ReadBuffer(stream);
    }

    public override SourceStatus Read(out TracedPacket packet)
    {
        packet = default;
        while (!_isOver)
        {
            ReadOnlySpan<byte> rest = _buffer.Unused.Span;
            OperationStatus status = PacketDecoder.Decode(rest, _format, out Packet decoded, out int consumed, out PacketError error);
            if (status == OperationStatus.Done)
            {
                packet = new TracedPacket { Id = decoded.Id, Payload = decoded.Payload, Raw = decoded.Raw, Nanoseconds = -1, Start = -1, Offset = _offset };
                _buffer.Use(consumed);
                _offset += consumed;
                return SourceStatus.Packet;
            }

            if (status == OperationStatus.NeedMoreData && _buffer.Fill())
            {
                continue;
            }

            _isOver = true;
            if (!rest.IsEmpty)
            {
                PacketHint hint = status == OperationStatus.InvalidData || _offset == 0 ? PacketDecoder.Guess(rest, _format) : PacketHint.None;
                Fault = new PacketFault(
                    error.ToString(),
                    _offset,
                    $"{error} in the packet at byte {_offset}; nothing after it can be read. {PacketDecoder.Describe(hint)}".TrimEnd());
                return SourceStatus.Fault;
            }
        }

        return SourceStatus.End;
    }

    protected override void Dispose(bool isDisposing) => _stream.Dispose();
}
