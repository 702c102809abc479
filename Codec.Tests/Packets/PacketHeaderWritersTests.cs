namespace Codec.Tests.Packets;

public sealed class PacketHeaderWritersTests
{
    [Test]
    public void Every_writer_is_listed_once()
    {
        Assert.That(
            PacketHeader.Writers.Select(writer => writer.Name),
            Is.EqualTo((string[])["BitConverter", "Marshal", "Shift", "BinaryPrimitives", "UnalignedStore"]));

        Type[] declared = typeof(IPacketHeaderWriter).Assembly.GetTypes()
            .Where(type => type.IsValueType && typeof(IPacketHeaderWriter).IsAssignableFrom(type)).ToArray();
        Assert.That(PacketHeader.Writers.Select(writer => writer.GetType()), Is.EquivalentTo(declared));
    }

    [Test]
    public void Find_returns_null_for_an_unknown_name_and_throws_for_null()
    {
        Assert.That(PacketHeader.FindWriter("Telepathy"), Is.Null);
        Assert.That(() => PacketHeader.FindWriter(null!), Throws.ArgumentNullException);
    }

    [Test]
    public void A_big_endian_host_is_refused()
    {
        Assert.That(() => LittleEndianHost.Require(isLittleEndian: true), Throws.Nothing);
        Assert.That(() => LittleEndianHost.Require(isLittleEndian: false), Throws.TypeOf<PlatformNotSupportedException>().With.Message.Contains("little-endian"));
    }
}
