using Codec.Packets;

namespace Codec.Sessions;

/// <summary>A table of session.fbs in a struct that is not generic: Mono compiles no generic method ahead of time for a generic struct of a class.</summary>
internal readonly struct SessionTable(IPacket packet) : IPacket
{
    public uint Id => packet.Id;

    public int GetMaxByteCount() => packet.GetMaxByteCount();

    public bool TryWrite(Span<byte> destination, out int written) => packet.TryWrite(destination, out written);
}
