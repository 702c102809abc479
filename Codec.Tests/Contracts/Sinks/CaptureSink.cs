namespace Codec.Tests.Contracts.Sinks;

/// <summary>A <see cref="CaptureWriter"/>.</summary>
public sealed class CaptureSink : PacketSink
{
    private readonly MemoryStream _output = new();
    private CaptureWriter? _writer;

    public override void Open(PacketFormat format) => _writer = new CaptureWriter(_output, new CaptureWriterOptions { Format = format }, leaveOpen: true);

    public override void Send<TPacket>(in TPacket packet) => _writer!.Write(packet, CaptureDirection.Outbound);

    public override void Send(uint id, byte[] payload) => _writer!.WriteAsync(id, payload, CaptureDirection.Outbound).AsTask().GetAwaiter().GetResult();

    public override byte[] Close()
    {
        _writer!.Dispose();
        _output.Position = 0;
        using CaptureReader reader = new(_output);
        ArrayBufferWriter<byte> packets = new();
        while (reader.Read(out CaptureRecord record) == CaptureStatus.Packet)
        {
            packets.Write(record.Data);
        }

        return packets.WrittenSpan.ToArray();
    }
}
