using System.Buffers;
using Codec.Framing;
using Codec.Packets;

namespace Codec.Tests.Contracts.Sinks;

/// <summary>A <see cref="PacketWriter"/>.</summary>
public sealed class PacketWriterSink : PacketSink
{
    private readonly ArrayBufferWriter<byte> _output = new();
    private PacketWriter? _writer;

    public override void Open(PacketFormat format) => _writer = new PacketWriter(_output, format);

    public override void Send<TPacket>(in TPacket packet) => _writer!.Write(packet);

    public override byte[] Close() => _output.WrittenSpan.ToArray();
}
