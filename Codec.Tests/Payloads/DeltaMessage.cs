namespace Codec.Tests.Payloads;

/// <summary>A message whose payload exists already.</summary>
internal readonly struct DeltaMessage(PayloadShape shape, byte[] payload, int baselines) : IDeltaPacket
{
    public uint Id => 7;

    public PayloadShape Shape => shape;

    public int Baselines => baselines;

    public int Limit => 1 << 20;

    public int GetMaxByteCount() => throw new NotSupportedException();

    public int GetMaxPayloadSize() => payload.Length + 9;

    public bool TryWrite(Span<byte> destination, out int written) => throw new NotSupportedException();

    public bool TryWritePayload(Span<byte> destination, out int written)
    {
        written = payload.Length;
        return payload.AsSpan().TryCopyTo(destination);
    }
}
