namespace Codec.Tests.Doubles;

/// <summary>A payload writer that always writes the same payload. The message is the maximum size that it declares.</summary>
internal sealed class FixedPayloadWriter(byte[] payload) : IPayloadWriter<int>
{
    public int GetMaxSize(in int message) => message;

    public int Write(in int message, Span<byte> destination)
    {
        payload.AsSpan(0, Math.Min(payload.Length, destination.Length)).CopyTo(destination);
        return payload.Length;
    }
}
