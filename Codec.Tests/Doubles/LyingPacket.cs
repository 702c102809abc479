namespace Codec.Tests.Doubles;

/// <summary>A packet that reports a fixed number of written bytes, regardless of the bytes that it wrote.</summary>
internal sealed class LyingPacket(int said, uint id = 9, int most = 4) : IPacket
{
    public uint Id => id;

    public int GetMaxByteCount() => most;

    public bool TryWrite(Span<byte> destination, out int written)
    {
        written = said;
        return destination.Length >= 4;
    }
}
