namespace Codec.Tests.Doubles;

/// <summary>A packet of one byte whose id can be read only a number of times.</summary>
internal sealed class FickleIdPacket(int reads) : IPacket
{
    private int _left = reads;

    public uint Id => _left-- > 0 ? 7u : throw new HandlerException();

    public int GetMaxByteCount() => 1;

    public bool TryWrite(Span<byte> destination, out int written)
    {
        destination.Slice(0, Math.Min(1, destination.Length)).Clear();
        written = 1;
        return !destination.IsEmpty;
    }
}
