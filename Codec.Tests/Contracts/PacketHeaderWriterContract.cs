namespace Codec.Tests.Contracts;

/// <summary>Tests the contract of <see cref="IPacketHeaderWriter"/> on every implementation that the library lists.</summary>
[TestFixtureSource(nameof(Writers))]
public sealed class PacketHeaderWriterContract(IPacketHeaderWriter writer)
{
    private static readonly byte[] Untouched = Enumerable.Repeat((byte)0xCC, 12).ToArray();

    public static IEnumerable<TestFixtureData> Writers() =>
        PacketHeader.Writers.Select(writer => new TestFixtureData(writer).SetArgDisplayNames(writer.Name));

    [Test]
    public void Both_overloads_write_four_bytes_and_leave_the_others_unchanged(
        [Values(0, 0x00FF, 0x8000, 0xFFFE)] int id,
        [Values(0, 0x00FF, 0x8000, 0xFFFE)] int size,
        [Values(0, 1, 8)] int offset)
    {
        PacketHeader header = new((ushort)id, (ushort)size);
        byte[] expected = (byte[])Untouched.Clone();
        expected[offset] = (byte)size;
        expected[offset + 1] = (byte)(size >> 8);
        expected[offset + 2] = (byte)id;
        expected[offset + 3] = (byte)(id >> 8);

        byte[] span = (byte[])Untouched.Clone();
        writer.Write(span.AsSpan(offset), header);
        Assert.That(span, Is.EqualTo(expected));

        byte[] array = (byte[])Untouched.Clone();
        writer.Write(array, offset, header);
        Assert.That(array, Is.EqualTo(expected));
    }

    [Test]
    public void A_short_span_throws_before_a_byte_is_written([Range(0, 3)] int length)
    {
        byte[] bytes = (byte[])Untouched.Clone();
        Assert.That(
            () => writer.Write(bytes.AsSpan(0, length), new PacketHeader(1, 2)),
            Throws.ArgumentException.With.Message.Contains($"{length} bytes; 4 are needed"));
        Assert.That(bytes, Is.EqualTo(Untouched));
    }

    [Test]
    public void A_short_array_throws_before_a_byte_is_written([Range(9, 12)] int offset)
    {
        byte[] bytes = (byte[])Untouched.Clone();
        Assert.That(
            () => writer.Write(bytes, offset, new PacketHeader(1, 2)),
            Throws.ArgumentException.With.Message.Contains($"{12 - offset} bytes from offset {offset} on; 4 are needed"));
        Assert.That(bytes, Is.EqualTo(Untouched));
    }

    [Test]
    public void An_offset_outside_the_array_throws_ArgumentOutOfRangeException([Values(-1, 13, int.MinValue, int.MaxValue)] int offset)
    {
        byte[] bytes = (byte[])Untouched.Clone();
        Assert.That(
            () => writer.Write(bytes, offset, new PacketHeader(1, 2)),
            Throws.InstanceOf<ArgumentOutOfRangeException>().With.Property("ActualValue").EqualTo(offset));
        Assert.That(bytes, Is.EqualTo(Untouched));
    }

    [Test]
    public void A_null_array_throws() =>
        Assert.That(() => writer.Write(null!, 0, default), Throws.InstanceOf<NullReferenceException>());

    [Test]
    public void The_writer_is_found_by_its_name_ignoring_case() =>
        Assert.That(PacketHeader.FindWriter(writer.Name.ToUpperInvariant()), Is.SameAs(writer));
}
