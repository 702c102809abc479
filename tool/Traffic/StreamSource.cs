namespace Codec.Cli.Traffic;

/// <summary>Reads the packets of a file that contains only packets.</summary>
internal sealed class StreamSource(Stream stream, PacketFormat format) : PacketSource
{
    private readonly ReadBuffer _buffer = new(stream);
    private long _offset;
    private bool _isOver;

    public override SourceStatus Read(out TracedPacket packet)
    {
        packet = default;
        while (!_isOver)
        {
            ReadOnlySpan<byte> rest = _buffer.Unused.Span;
            OperationStatus status = PacketDecoder.Decode(rest, format, out Packet decoded, out int consumed, out PacketError error);
            if (status == OperationStatus.Done)
            {
                packet = new TracedPacket { Id = decoded.Id, Payload = decoded.Payload, Raw = decoded.Raw, Nanoseconds = -1, Start = -1, Offset = _offset, PayloadOffset = _offset + consumed - decoded.Payload.Length };
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
                PacketHint hint = status == OperationStatus.InvalidData || _offset == 0 ? PacketDecoder.Guess(rest, format) : PacketHint.None;
                Fault = new PacketFault(
                    error.ToString(),
                    _offset,
                    $"{error} in the packet at byte {_offset}; nothing after it can be read. {PacketDecoder.Describe(hint)}".TrimEnd());
                return SourceStatus.Fault;
            }
        }

        return SourceStatus.End;
    }

    public override void Dispose() => stream.Dispose();
}
