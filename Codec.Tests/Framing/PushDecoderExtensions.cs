namespace Codec.Tests.Framing;

/// <summary>Reads the bytes that a push decoder keeps.</summary>
internal static class PushDecoderExtensions
{
    internal static OperationStatus ReadKept(this PacketPushDecoder decoder, out Packet packet)
    {
        ReadOnlySpan<byte> none = default;
        return decoder.Read(ref none, out packet);
    }
}
