namespace Codec.Tests.Contracts.Sinks;

/// <summary>A <see cref="PacketWriter"/> over a stream, used synchronously.</summary>
public class StreamSink : PacketSink
{
    private readonly MemoryStream _output = new();

    private protected PacketWriter? Writer { get; private set; }

    public override void Open(PacketFormat format) => Writer = new PacketWriter(_output, format, leaveOpen: true);

    public override void Send<TPacket>(in TPacket packet) => Writer!.Write(packet);

    public override void Send(uint id, byte[] payload) => Writer!.Write(id, payload);

    public override byte[] Close()
    {
        Writer!.Dispose();
        return _output.ToArray();
    }
}
