namespace Codec.Tests.Contracts.Sinks;

/// <summary>An <see cref="IBufferWriter{T}"/>, written by <see cref="PacketEncoder"/>.</summary>
public sealed class BufferWriterSink : PacketSink
{
    private readonly ArrayBufferWriter<byte> _output = new();
    private PacketFormat _format = PacketFormat.Default;

    public override bool KeepsMemory => false;

    public override void Open(PacketFormat format) => _format = format;

    public override void Send<TPacket>(in TPacket packet) => PacketEncoder.Write(_output, packet, _format);

    public override void Send(uint id, byte[] payload) => PacketEncoder.Write(_output, id, payload, _format);

    public override byte[] Close() => _output.WrittenSpan.ToArray();
}
