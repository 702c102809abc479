using System.IO;
using Codec.Framing;
using Codec.Packets;

namespace Codec.Tests.Contracts.Sinks;

/// <summary>A <see cref="PacketPipeWriter"/>.</summary>
public sealed class PipeSink : PacketSink
{
    private readonly MemoryStream _output = new();
    private PacketPipeWriter? _writer;

    public override void Open(PacketFormat format) => _writer = new PacketPipeWriter(_output, format, leaveOpen: true);

    public override void Send<TPacket>(in TPacket packet) => _writer!.Write(packet);

    public override byte[] Close()
    {
        _writer!.DisposeAsync().AsTask().GetAwaiter().GetResult();
        return _output.ToArray();
    }
}
