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

    [TestCase("max=100", PacketHint.Tls, "TLS", 20, 3, 0)]
    [TestCase("max=100", PacketHint.Tls, "TLS", 23, 3, 4)]
    [TestCase("max=100", PacketHint.None, "", 19, 3, 1)]
    [TestCase("max=100", PacketHint.None, "", 24, 3, 1)]
    [TestCase("max=100", PacketHint.None, "", 22, 2, 1)]
    [TestCase("max=100", PacketHint.None, "", 22, 3, 5)]
    [TestCase("max=100", PacketHint.None, "", 22, 3)]
    [TestCase("max=100", PacketHint.OtherByteOrder, "byte order", 0, 100, 1, 0)]
    [TestCase("max=100", PacketHint.None, "", 0, 101, 1, 0)]
    [TestCase("max=100", PacketHint.None, "", 0, 0, 1, 0)]
    [TestCase("max=100,counts=packet", PacketHint.OtherByteOrder, "byte order", 0, 4, 1, 0)]
    [TestCase("max=100,counts=packet", PacketHint.None, "", 0, 3, 1, 0)]
    [TestCase("max=100", PacketHint.ProxyProtocol, "PROXY", 13, 10, 13, 10)]
    public void Hints_are_given_up_to_the_bounds_of_what_they_name(string format, PacketHint hint, string named, params int[] start)
    {
        Assert.That(PacketDecoder.Guess(start.Select(value => (byte)value).ToArray(), PacketFormat.Parse(format)), Is.EqualTo(hint));
        Assert.That(PacketDecoder.Describe(hint), named.Length == 0 ? Is.Empty : Does.Contain(named));
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
