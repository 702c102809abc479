namespace Codec.Tests.Packets;

public sealed class PacketHeaderTests
{
    [Test]
    public void Layout_equals_the_packed_cpp_struct()
    {
        Assert.That(Unsafe.SizeOf<PacketHeader>(), Is.EqualTo(4));
        Assert.That(Marshal.SizeOf<PacketHeader>(), Is.EqualTo(4));
        Assert.That(typeof(PacketHeader).StructLayoutAttribute!.Value, Is.EqualTo(LayoutKind.Sequential));
        Assert.That(typeof(PacketHeader).StructLayoutAttribute!.Pack, Is.EqualTo(2));

        PacketHeader header = new(id: 0x0304, size: 0x0102);
        ReadOnlySpan<ushort> fields = MemoryMarshal.Cast<PacketHeader, ushort>(MemoryMarshal.CreateReadOnlySpan(ref header, 1));
        Assert.That(fields[0], Is.EqualTo(0x0102), "Size is first in memory");
        Assert.That(fields[1], Is.EqualTo(0x0304), "Id is second in memory");
    }

    [Test]
    public void The_constructor_takes_id_then_size_and_Deconstruct_returns_them_in_that_order()
    {
        PacketHeader header = new(65534, 48);
        (ushort id, ushort size) = header;
        Assert.That(header.Id, Is.EqualTo(65534));
        Assert.That(header.Size, Is.EqualTo(48));
        Assert.That(id, Is.EqualTo(65534));
        Assert.That(size, Is.EqualTo(48));
        Assert.That(header.PacketSize, Is.EqualTo(52));
        Assert.That(header.ToString(), Is.EqualTo("id 65534, size 48"));
    }

    [TestCase((ushort)0, (ushort)0)]
    [TestCase((ushort)1, (ushort)0)]
    [TestCase((ushort)65534, (ushort)48)]
    [TestCase((ushort)65535, (ushort)65535)]
    public void Headers_are_written_as_little_endian_size_then_id_and_round_trip(ushort id, ushort size)
    {
        PacketHeader header = new(id, size);
        byte[] expected = [(byte)size, (byte)(size >> 8), (byte)id, (byte)(id >> 8)];
        byte[] span = new byte[4];
        byte[] array = new byte[7];

        Assert.That(header.TryWrite(span), Is.True);
        Assert.That(header.TryWrite(array, 3), Is.True);
        Assert.That(span, Is.EqualTo(expected));
        Assert.That(array, Is.EqualTo((byte[])[0, 0, 0, .. expected]));

        Assert.That(PacketHeader.TryRead(span, out PacketHeader fromSpan), Is.True);
        Assert.That(PacketHeader.TryRead(array, 3, out PacketHeader fromArray), Is.True);
        Assert.That(fromSpan, Is.EqualTo(header));
        Assert.That(fromArray, Is.EqualTo(header));
        Assert.That((header != fromArray, header != new PacketHeader(id, 7)), Is.EqualTo((false, true)));
    }

    [Test]
    public void A_buffer_that_is_too_short_is_rejected_and_not_modified([Range(0, 3)] int length)
    {
        byte[] bytes = new byte[length];
        Assert.That(new PacketHeader(0xFFFF, 0xFFFF).TryWrite(bytes), Is.False);
        Assert.That(bytes, Is.All.Zero);
        Assert.That(PacketHeader.TryRead(bytes, out PacketHeader header), Is.False);
        Assert.That(header, Is.EqualTo(default(PacketHeader)));
    }

    [TestCase(0, 0)]
    [TestCase(3, 0)]
    [TestCase(8, 5)]
    [TestCase(8, 8)]
    [TestCase(8, 9)]
    [TestCase(8, -1)]
    [TestCase(8, int.MinValue)]
    [TestCase(8, int.MaxValue)]
    public void An_offset_without_space_for_the_header_is_rejected_and_nothing_is_written(int length, int offset)
    {
        byte[] bytes = new byte[length];
        Assert.That(new PacketHeader(0xFFFF, 0xFFFF).TryWrite(bytes, offset), Is.False);
        Assert.That(bytes, Is.All.Zero);
        Assert.That(PacketHeader.TryRead(bytes, offset, out _), Is.False);
    }

    [Test]
    public void A_null_array_throws()
    {
        Assert.That(() => default(PacketHeader).TryWrite(null!, 0), Throws.ArgumentNullException);
        Assert.That(() => PacketHeader.TryRead(null!, 0, out _), Throws.ArgumentNullException);
    }
}
