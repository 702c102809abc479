using Codec.Tests.Contracts;

namespace Codec.Tests.Packets;

public sealed class PacketFormatTests
{
    public static IEnumerable<TestCaseData> Headers()
    {
        yield return new TestCaseData(PacketFormat.Default, (byte[])[48, 0, 254, 255]).SetArgDisplayNames("default");
        yield return new TestCaseData(new PacketFormat(sizeCountsHeader: true), (byte[])[52, 0, 254, 255]).SetArgDisplayNames("whole packet");
        yield return new TestCaseData(new PacketFormat(sizeWidth: 4), (byte[])[48, 0, 0, 0, 254, 255]).SetArgDisplayNames("wide size");
        yield return new TestCaseData(new PacketFormat(idWidth: 4), (byte[])[48, 0, 254, 255, 0, 0]).SetArgDisplayNames("wide id");
        yield return new TestCaseData(new PacketFormat(idFirst: true), (byte[])[254, 255, 48, 0]).SetArgDisplayNames("id first");
        yield return new TestCaseData(new PacketFormat(bigEndian: true), (byte[])[0, 48, 255, 254]).SetArgDisplayNames("big-endian");
        yield return new TestCaseData(
            new PacketFormat(sizeCountsHeader: true, 4, 4, idFirst: true, bigEndian: true),
            (byte[])[0, 0, 255, 254, 0, 0, 0, 56]).SetArgDisplayNames("everything else");
    }

    [TestCaseSource(nameof(Headers))]
    public void A_header_is_written_in_its_format(PacketFormat format, byte[] expected)
    {
        byte[] bytes = [.. new byte[expected.Length], 0xCC];
        format.WriteHeader(bytes, 65534, 48);
        Assert.That(bytes, Is.EqualTo((byte[])[.. expected, 0xCC]));
        Assert.That(format.HeaderSize, Is.EqualTo(expected.Length));
        Assert.That((format.TryReadFields(expected, out uint id, out long size), id, size), Is.EqualTo((true, 65534u, 48L)));
        Assert.That(format.TryReadFields(expected.AsSpan(1), out _, out _), Is.False);
        Assert.That(() => format.WriteHeader(bytes, 1, format.MaxPayloadSize), Throws.Nothing);
    }

    [Test]
    public void The_default_MaxPayloadSize_fits_in_the_size_field_and_is_at_most_65535()
    {
        Assert.That(PacketFormat.Default.MaxPayloadSize, Is.EqualTo(65535));
        Assert.That(new PacketFormat(sizeCountsHeader: true).MaxPayloadSize, Is.EqualTo(65531));
        Assert.That(new PacketFormat(sizeCountsHeader: true, idWidth: 4).MaxPayloadSize, Is.EqualTo(65529));
        Assert.That(new PacketFormat(sizeWidth: 4).MaxPayloadSize, Is.EqualTo(65535), "four bytes do not make packets large by default");
        Assert.That(new PacketFormat(sizeWidth: 4, maxPayloadSize: 0x7FFFFFC7 - 6).MaxPacketSize, Is.EqualTo(0x7FFFFFC7));
    }

    [TestCase(3, 2)]
    [TestCase(2, 0)]
    [TestCase(8, 4)]
    public void A_width_other_than_2_or_4_is_rejected(int sizeWidth, int idWidth) =>
        Assert.That(
            () => new PacketFormat(sizeWidth: sizeWidth, idWidth: idWidth),
            Throws.InstanceOf<ArgumentOutOfRangeException>().With.Message.Contains("2 or 4 bytes"));

    [TestCase(-1, 2, false)]
    [TestCase(65536, 2, false)]
    [TestCase(65532, 2, true)]
    [TestCase(0x7FFFFFC7 - 5, 4, true)]
    public void An_out_of_range_MaxPayloadSize_is_rejected(int maxPayloadSize, int sizeWidth, bool sizeCountsHeader) =>
        Assert.That(
            () => new PacketFormat(sizeCountsHeader, sizeWidth, maxPayloadSize: maxPayloadSize),
            Throws.InstanceOf<ArgumentOutOfRangeException>().With.Message.Contains($"not {maxPayloadSize}"));

    [Test]
    public void WriteHeader_rejects_invalid_arguments_before_it_writes()
    {
        PacketFormat format = new(maxPayloadSize: 100);
        byte[] bytes = [0xCC, 0xCC, 0xCC, 0xCC];
        Assert.That(() => format.WriteHeader(bytes, 65536, 1), Throws.InstanceOf<ArgumentOutOfRangeException>().With.Message.Contains("65536"));
        Assert.That(() => format.WriteHeader(bytes, 1, 101), Throws.InstanceOf<ArgumentOutOfRangeException>().With.Message.Contains("101"));
        Assert.That(() => format.WriteHeader(bytes, 1, -1), Throws.InstanceOf<ArgumentOutOfRangeException>().With.Message.Contains("-1"));
        Assert.That(() => format.WriteHeader(bytes.AsSpan(1), 1, 1), Throws.ArgumentException.With.Message.Contains("3 bytes; 4 are needed"));
        Assert.That(() => new PacketFormat(idWidth: 4).WriteHeader(bytes, 1, 1), Throws.ArgumentException.With.Message.Contains("4 bytes; 6 are needed"));
        Assert.That(bytes, Is.All.EqualTo(0xCC));
    }

    [Test]
    public void Formats_are_equal_by_value()
    {
        Assert.That(new PacketFormat(), Is.EqualTo(PacketFormat.Default));
        Assert.That(new PacketFormat().GetHashCode(), Is.EqualTo(PacketFormat.Default.GetHashCode()));
        PacketFormat[] all = [.. PacketDecodingContract.Formats(), new(maxPayloadSize: 7)];
        Assert.That(all, Is.Unique);
        Assert.That(all.Select(format => format.GetHashCode()), Is.Unique);
    }

    [TestCaseSource(nameof(Headers))]
    public void The_text_of_a_format_is_parsed_to_an_equal_format(PacketFormat format, byte[] header)
    {
        Assert.That(PacketFormat.Parse(format.ToString()), Is.EqualTo(format), $"a header of {header.Length} bytes");
        Assert.That(PacketFormat.TryParse(format.ToString(), out PacketFormat? read) && read.Equals(format), Is.True);
        Assert.That((read!.Equals((object)format), read.Equals("a format")), Is.EqualTo((true, false)));
    }

    [Test]
    public void Text_of_the_default_format_names_each_property() =>
        Assert.That(PacketFormat.Default.ToString(), Is.EqualTo("size=u16,id=u16,order=size-id,counts=payload,endian=little,max=65535"));

    [Test]
    public void Parse_uses_the_defaults_of_omitted_properties()
    {
        Assert.That(PacketFormat.Parse("id=u32"), Is.EqualTo(new PacketFormat(idWidth: 4)));
        Assert.That(PacketFormat.Parse("counts=packet"), Is.EqualTo(new PacketFormat(sizeCountsHeader: true)));
        Assert.That(PacketFormat.Parse(" endian = big , max = 10"), Is.EqualTo(new PacketFormat(bigEndian: true, maxPayloadSize: 10)));
    }

    [TestCase("", "no property ''")]
    [TestCase("=5", "no property ''")]
    [TestCase("size", "'size' is ''; expected u16 or u32")]
    [TestCase("size=u8", "'size' is 'u8'; expected u16 or u32")]
    [TestCase("id=3", "'id' is '3'")]
    [TestCase("order=size", "'order' is 'size'; expected size-id or id-size")]
    [TestCase("counts=all", "'counts' is 'all'; expected payload or packet")]
    [TestCase("endian=middle", "'endian' is 'middle'; expected little or big")]
    [TestCase("max=-1", "'max' is '-1'; expected a number of bytes")]
    [TestCase("max=5\0", "'max' is '5\0'; expected a number of bytes")]
    [TestCase("max=99999999999", "'max' is '99999999999'")]
    [TestCase("max=65536", "'max' is '65536'; the size field allows at most 65535")]
    [TestCase("max=65532,counts=packet", "the size field allows at most 65531")]
    [TestCase("id=u16,id=u32", "'id' is given twice")]
    [TestCase("size=0123456789012345678901234567890123456789", "'size' is '0123456789012345678901234567890123456789'")]
    [TestCase("size=0123456789012345678901234567890123456789X", "'size' is '0123456789012345678901234567890123456789…'")]
    [TestCase("width=2", "no property 'width'; expected properties such as size=u16,")]
    public void Invalid_text_is_rejected_with_a_message_that_contains_the_problem(string text, string problem)
    {
        Assert.That(() => PacketFormat.Parse(text), Throws.InstanceOf<FormatException>().With.Message.Contains(problem));
        Assert.That(PacketFormat.TryParse(text, out _), Is.False);
    }

    [Test]
    public void Parse_rejects_null()
    {
        Assert.That(() => PacketFormat.Parse(null!), Throws.ArgumentNullException);
        Assert.That(PacketFormat.TryParse(null, out _), Is.False);
    }
}
