using System;
using Codec.Framing;

namespace Codec.Tests.Doubles;

/// <summary>A payload writer that uses the packet writer that calls it.</summary>
internal sealed class NestingWriter(Action<PacketWriter> use) : IPayloadWriter<PacketWriter>
{
    public int GetMaxSize(in PacketWriter message) => 8;

    public int Write(in PacketWriter message, Span<byte> destination)
    {
        use(message);
        return 8;
    }
}
