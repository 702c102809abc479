namespace Codec.Tests.Contracts.Sinks;

/// <summary>A <see cref="PacketWriter"/> over a pipe.</summary>
public sealed class PipeSink : PacketSink
{
    private readonly Pipe _output = new();
    private PacketWriter? _writer;

    public override void Open(PacketFormat format) => _writer = new PacketWriter(_output.Writer, format);

    public override void Send<TPacket>(in TPacket packet) => _writer!.Write(packet);

    public override void Send(uint id, byte[] payload) => _writer!.Write(id, payload);

    public override byte[] Close()
    {
        _writer!.DisposeAsync().AsTask().GetAwaiter().GetResult();
        using MemoryStream bytes = new();
        _output.Reader.CopyToAsync(bytes).GetAwaiter().GetResult();
        return bytes.ToArray();
    }
}
