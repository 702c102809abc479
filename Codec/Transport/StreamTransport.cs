namespace Codec.Transport;

internal sealed class StreamTransport : PacketTransport
{
    private readonly Stream _stream;

    internal StreamTransport(Stream stream)
    {
        Throw.IfNull(stream, nameof(stream));

        _stream = stream;
        Input = StreamEnds.Input(stream);
        Socket = SocketProgress.SocketOf(stream);
    }

    internal override Socket? Socket { get; }
    internal override Stream Input { get; }
    internal override bool CanEndOutput => StreamEnds.CanEnd(_stream);

    internal override ValueTask WriteAsync(ReadOnlyMemory<byte> bytes) => StreamWrites.WriteAndFlushAsync(_stream, bytes);

    internal override Task EndOutputAsync() => StreamEnds.EndAsync(_stream, Input);

    public override void Dispose() => IgnoreErrors(_stream.Dispose);
}
