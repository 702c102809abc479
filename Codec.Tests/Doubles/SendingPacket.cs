namespace Codec.Tests.Doubles;

/// <summary>A packet that calls back during its first write.</summary>
internal sealed class SendingPacket(Action send) : IPacket
{
    internal static readonly byte[] Payload = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20];

    private bool _hasSent;

    public uint Id => 9;

    public int GetMaxByteCount() => Payload.Length;

    public bool TryWrite(Span<byte> destination, out int written)
    {
        written = Payload.Length;
        if (!Payload.AsSpan(0, 10).TryCopyTo(destination) || destination.Length < written)
        {
            return false;
        }

        if (!_hasSent)
        {
            _hasSent = true;
            send();
        }

        Payload.AsSpan(10).CopyTo(destination.Slice(10));
        return true;
    }
}
