namespace Codec.Tests.Framing;

public sealed class PacketDecoderTests
{
    [Test]
    public void Only_a_packet_of_an_array_has_a_payload_array()
    {
        byte[] bytes = [1, 0, 7, 0, 5];
        PacketDecoder.Decode(bytes, out Packet ofSpan, out _, out _);
        Assert.That(ofSpan.TryGetPayloadArray(out ArraySegment<byte> none), Is.False);
        Assert.That(none, Is.EqualTo(default(ArraySegment<byte>)));
        PacketDecoder.Decode(new ArraySegment<byte>(bytes), PacketFormat.Default, out Packet ofArray, out _, out _);
        Assert.That(ofArray.TryGetPayloadArray(out ArraySegment<byte> payload), Is.True);
        Assert.That((payload.Array, payload.Offset, payload.Count), Is.EqualTo((bytes, 4, 1)));
    }

    [Test]
    public void Missing_arguments_are_rejected()
    {
        Assert.That(() => PacketDecoder.Decode(ReadOnlySpan<byte>.Empty, null!, out _, out _, out _), Throws.ArgumentNullException);
        Assert.That(() => PacketDecoder.Decode(default(ArraySegment<byte>), PacketFormat.Default, out _, out _, out _), Throws.ArgumentNullException);
        Assert.That(() => PacketDecoder.Decode(new ArraySegment<byte>([]), null!, out _, out _, out _), Throws.ArgumentNullException);
        Assert.That(() => PacketDecoder.Guess(ReadOnlySpan<byte>.Empty, null!), Throws.ArgumentNullException);
    }
}
