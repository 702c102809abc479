namespace Codec.Tests.Doubles;

/// <summary>A packet whose id does not fit two bytes.</summary>
internal sealed class WideIdPacket : IPacket
{
    public uint Id => 0x10000;

    public int GetMaxByteCount() => 1;

    public bool TryWrite(Span<byte> destination, out int written)
    {
        written = 1;
        return destination.Length > 0;
    }
}
