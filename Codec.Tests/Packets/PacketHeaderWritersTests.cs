using System;
using System.Buffers.Binary;
using System.Linq;
using Codec.Packets;
using Codec.Packets.HeaderWriters;
using NUnit.Framework;

namespace Codec.Tests.Packets;

[TestFixture]
public sealed class PacketHeaderWritersTests
{
    [Test]
    public void Every_writer_is_listed_once()
    {
        Assert.That(
            PacketHeaderWriters.All.Select(writer => writer.Name),
            Is.EqualTo((string[])["BitConverter", "Marshal", "Shift", "BinaryPrimitives", "UnalignedStore"]));

        Type[] declared = typeof(IPacketHeaderWriter).Assembly.GetTypes()
            .Where(type => type.IsValueType && typeof(IPacketHeaderWriter).IsAssignableFrom(type)).ToArray();
        Assert.That(PacketHeaderWriters.All.Select(writer => writer.GetType()), Is.EquivalentTo(declared));
    }

    [Test]
    public void Find_returns_null_for_an_unknown_name_and_throws_for_null()
    {
        Assert.Multiple(() =>
        {
            Assert.That(PacketHeaderWriters.Find("Telepathy"), Is.Null);
            Assert.That(() => PacketHeaderWriters.Find(null!), Throws.ArgumentNullException);
        });
    }

    [Test]
    public void The_default_writer_is_listed() =>
        Assert.That(PacketHeaderWriters.All, Has.Some.TypeOf(PacketHeaderWriters.Default.GetType()));

    // A host of the other byte order stores the bytes of a number in the opposite order, so its code path must return reversed bytes on this host.
    [Test]
    public void The_code_paths_of_the_other_byte_order_reverse_the_bytes_of_each_number()
    {
        PacketHeader header = new(id: 0x0304, size: 0x0102);

        Assert.Multiple(() =>
        {
            Assert.That(UnalignedStoreHeaderWriter.ToHostOrder(header.Packed, hostIsLittleEndian: true), Is.EqualTo(header.Packed));
            Assert.That(
                UnalignedStoreHeaderWriter.ToHostOrder(header.Packed, hostIsLittleEndian: false),
                Is.EqualTo(BinaryPrimitives.ReverseEndianness(header.Packed)));
            Assert.That(
                MarshalHeaderWriter.ToHostOrder(header, hostIsLittleEndian: false),
                Is.EqualTo(new PacketHeader(id: 0x0403, size: 0x0201)));
            Assert.That(MarshalHeaderWriter.ToHostOrder(header, hostIsLittleEndian: true), Is.EqualTo(header));
            Assert.That(BitConverterHeaderWriter.LittleEndianBytes(0x0102, BitConverter.IsLittleEndian), Is.EqualTo((byte[])[2, 1]));
            Assert.That(BitConverterHeaderWriter.LittleEndianBytes(0x0102, !BitConverter.IsLittleEndian), Is.EqualTo((byte[])[1, 2]));
        });
    }
}
