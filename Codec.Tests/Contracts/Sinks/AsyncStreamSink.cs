namespace Codec.Tests.Contracts.Sinks;

/// <summary>A <see cref="PacketWriter"/> over a stream, used asynchronously.</summary>
public sealed class AsyncStreamSink : PacketSink
{
    private readonly MemoryStream _output = new();
    private PacketWriter? _writer;

    public override void Open(PacketFormat format) => _writer = new PacketWriter(_output, format, leaveOpen: true);

    public override void Send<TPacket>(in TPacket packet) => _writer!.WriteAsync(packet).AsTask().GetAwaiter().GetResult();

    public override void Send(uint id, byte[] payload) => _writer!.WriteAsync(id, payload).AsTask().GetAwaiter().GetResult();

    public override byte[] Close()
    {
        _writer!.DisposeAsync().AsTask().GetAwaiter().GetResult();
        return _output.ToArray();
    }
}
