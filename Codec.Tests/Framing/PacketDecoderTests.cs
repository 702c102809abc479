namespace Codec.Tests.Framing;

public sealed class PacketDecoderTests
{
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
    [TestCase("max=100", PacketHint.Http, "HTTP", 71, 69, 84, 32)]
    [TestCase("max=100,counts=packet", PacketHint.OtherByteOrder, "byte order", 0, 104, 1, 0)]
    [TestCase("max=100,order=id-size", PacketHint.OtherByteOrder, "byte order", 1, 0, 0, 100)]
    [TestCase("max=100,endian=big", PacketHint.OtherByteOrder, "byte order", 100, 0, 0, 1)]
    [TestCase("max=100,size=u32", PacketHint.OtherByteOrder, "byte order", 0, 0, 0, 100, 1, 0)]
    [TestCase("max=300", PacketHint.None, "", 1, 1, 1, 0)]
    public void Hints_are_given_up_to_the_bounds_of_what_they_name(string format, PacketHint hint, string named, params int[] start)
    {
        Assert.That(PacketDecoder.Guess(start.Select(value => (byte)value).ToArray(), PacketFormat.Parse(format)), Is.EqualTo(hint));
        Assert.That(PacketDecoder.Describe(hint), named.Length == 0 ? Is.Empty : Does.Contain(named));
    }

    [TestCase(PacketError.ProxyHeaderInvalid, PacketHint.None, "The connection does not begin with a valid header of the PROXY protocol.")]
    [TestCase(PacketError.SizeTooSmall, PacketHint.Tls, "SizeTooSmall in the packet at byte 7. The bytes look like TLS.")]
    public void The_exception_has_the_error_the_position_and_the_hint(PacketError error, PacketHint hint, string message) =>
        Assert.That(new InvalidPacketException(error, 7, hint).Message, Is.EqualTo(message));

    [TestCase(3, PacketError.HeaderTruncated)]
    [TestCase(4, PacketError.PayloadTruncated)]
    public void Nothing_of_an_incomplete_packet_is_consumed(int length, PacketError error)
    {
        byte[] bytes = ((byte[])[0, 1, 0, 7])[..length];
        PacketFormat format = new(bigEndian: true);
        PacketDecoder.Decode(bytes, out _, out int ofDefault, out PacketError errorOfDefault);
        PacketDecoder.Decode(bytes, format, out _, out int ofSpan, out PacketError errorOfSpan);
        PacketDecoder.Decode(new ArraySegment<byte>(bytes), format, out _, out int ofArray, out PacketError errorOfArray);
        Assert.That((ofDefault, ofSpan, ofArray), Is.EqualTo((0, 0, 0)));
        Assert.That((errorOfDefault, errorOfSpan, errorOfArray), Is.EqualTo((error, error, error)));
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
