using System.IO;
using Codec.Framing;
using Codec.Packets;

namespace Codec.Tests.Contracts.Sinks;

/// <summary>A <see cref="PacketStreamWriter"/>.</summary>
public sealed class StreamSink : PacketSink
{
    private readonly MemoryStream _output = new();
    private PacketStreamWriter? _writer;

    public override void Open(PacketFormat format) => _writer = new PacketStreamWriter(_output, format, leaveOpen: true);

    public override void Send<TPacket>(in TPacket packet) => _writer!.Write(packet);

    public override byte[] Close()
    {
        _writer!.Dispose();
        return _output.ToArray();
    }
}
