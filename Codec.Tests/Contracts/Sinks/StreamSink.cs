namespace Codec.Tests.Contracts.Sinks;

/// <summary>A <see cref="PacketWriter"/> over a stream, used synchronously.</summary>
public sealed class StreamSink : PacketSink
{
    private readonly MemoryStream _output = new();
    private PacketWriter? _writer;

    public override void Open(PacketFormat format) => _writer = new PacketWriter(_output, format, leaveOpen: true);

    public override void Send<TPacket>(in TPacket packet) => _writer!.Write(packet);

    public override void Send(uint id, byte[] payload) => _writer!.Write(id, payload);

    public override byte[] Close()
    {
        _writer!.Dispose();
        return _output.ToArray();
    }
}
