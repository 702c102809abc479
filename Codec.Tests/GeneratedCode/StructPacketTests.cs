using Codec.Tests.Every;

namespace Codec.Tests.GeneratedCode;

/// <summary>Tests a struct that is a packet: its payload consists of the bytes of the struct.</summary>
internal sealed class StructPacketTests
{
    private static readonly byte[] PingPacket = [16, 0, 0x0C, 3, 8, 7, 6, 5, 4, 3, 2, 1, 42, 0, 0, 0, 0, 0, 0, 0];

    private static readonly Ping Ping = new() { Time = 0x0102030405060708, Number = 42 };

    [Test]
    public void Encoding_writes_the_header_and_the_bytes_of_the_struct()
    {
        Assert.That(Ping.PacketId, Is.EqualTo(780));
        Assert.That(PacketEncoder.Encode(Ping), Is.EqualTo(PingPacket));
    }

    [Test]
    public void A_destination_that_is_too_short_is_not_modified()
    {
        for (int length = 0; length < PingPacket.Length; length++)
        {
            byte[] destination = new byte[PingPacket.Length];
            Assert.That(PacketEncoder.Encode(destination.AsSpan(0, length), Ping, null, out int written), Is.EqualTo(OperationStatus.DestinationTooSmall));
            Assert.That(written, Is.Zero);
            Assert.That(destination, Is.All.Zero);
        }
    }

    [Test]
    public void Only_a_payload_with_the_size_of_the_struct_is_read()
    {
        byte[] longer = [.. PingPacket.AsSpan(4), 0];
        for (int length = 0; length <= longer.Length; length++)
        {
            bool isRead = Ping.TryRead(longer.AsSpan(0, length), out Ping read);
            Assert.That(isRead, Is.EqualTo(length == Ping.ByteSize));
            Assert.That(read, Is.EqualTo(isRead ? Ping : default));
        }
    }

    [Test]
    public void A_struct_reaches_its_handler_only_in_its_direction_and_with_its_exact_size()
    {
        List<(ulong, uint)> seen = [];
        PacketRoutes<List<(ulong, uint)>> routes = new();
        routes.AddPing(static (list, in message) => list.Add((message.Time, message.Number)));
        using PacketDispatcher<List<(ulong, uint)>> server = new(routes, seen, PacketDirections.ToServer);
        using PacketDispatcher<List<(ulong, uint)>> client = new(routes, seen, PacketDirections.ToClient);

        Packet packet = new(PingPacket, 0, PingPacket.Length, Ping.PacketId, 4);
        Assert.That(server.Dispatch(packet), Is.EqualTo(PacketError.None));
        Assert.That(client.Dispatch(packet), Is.EqualTo(PacketError.IdNotAllowed));
        Assert.That(server.Dispatch(new Packet(PingPacket, 0, PingPacket.Length - 1, Ping.PacketId, 4)), Is.EqualTo(PacketError.PayloadInvalid));
        Assert.That(seen, Is.EqualTo(new[] { (0x0102030405060708ul, 42u) }));
        Assert.That(() => routes.AddPing(null!), Throws.ArgumentNullException);
    }
}
