using System.Linq;
using System.Text;
using Codec.Framing;
using Codec.Packets;
using Codec.Tests.Framing;
using Codec.Tests.Framing.Drivers;
using NUnit.Framework;

namespace Codec.Tests.Contracts;

/// <content>What a refused size says behind good packets.</content>
public sealed partial class PacketDecodingContract
{
    [TestCase("\u0016\u0003\u0001\u0002\u0000\u0001", PacketHint.Tls)]
    [TestCase("HTTP/1", PacketHint.Http)]
    [TestCase("\u0000\u0000\u0000\u0005\u0001\u0001", PacketHint.None)]
    public void A_size_that_is_too_small_behind_good_packets_gives_a_hint_as_well(string text, PacketHint hint)
    {
        // The id comes first: so that what looks like TLS or HTTP can have a size that is less than the header's.
        PacketFormat format = new(PacketSizeCounts.WholePacket, sizeWidth: 2, idWidth: 4, PacketFieldOrder.IdFirst, maxPayloadSize: 0x7000);
        byte[] bytes = [.. Encoding.Latin1.GetBytes(text).Take(4), 1, 0];
        TestPackets packets = TestPackets.Mixed(format);
        Decoding refused = driver.Decode([packets.Bytes, bytes], format, ends: false);
        packets.AssertAllIn(refused, PacketError.SizeTooSmall);
        Assert.That(refused.Hint, Is.EqualTo(hint));
        Decoding bytewise = driver.Decode([packets.Bytes, .. bytes.Select(one => new[] { one })], format, ends: false);
        Assert.That((bytewise.Error, bytewise.Hint), Is.EqualTo((PacketError.SizeTooSmall, hint)));
    }
}
