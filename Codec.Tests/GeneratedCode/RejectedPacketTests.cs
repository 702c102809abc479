using Codec.Tests.Every;

namespace Codec.Tests.GeneratedCode;

/// <summary>Tests what is said of a rejected packet.</summary>
internal sealed class RejectedPacketTests
{
    private static readonly string[] Names =
        ["numbers", "optionals", "vectors", "name", "point", "wall", "mixed", "grid", "choice", "tree", "nested", "strict", "entries", "event", "write"];

    [Test]
    public void The_exception_has_the_name_the_size_the_limit_the_direction_and_the_invalid_field()
    {
        using PacketDispatcher<int> dispatcher = Dispatcher();
        Packet packet = Encoded(new Root { Name = "Ada", Event = 3 }, "Ada", Root.PacketId);
        InvalidPacketException exception = Explain(dispatcher, packet);
        Assert.That(
            (exception.Error, exception.Position, exception.PacketId, exception.PacketName, exception.PayloadSize, exception.MaxPayloadSize, exception.Direction, exception.Field),
            Is.EqualTo((PacketError.PayloadInvalid, 40L, 777u, "Codec.Tests.Every.Root", packet.PayloadSize, 60_000, "ToServer", "name")));
        Assert.That(
            exception.Message,
            Is.EqualTo($"PayloadInvalid in the packet at byte 40: Codec.Tests.Every.Root (id 777), {packet.PayloadSize} of at most 60000 bytes, ToServer, in the field name."));
    }

    [Test]
    public void The_field_is_that_of_the_root_table_also_if_the_invalid_value_is_nested()
    {
        using PacketDispatcher<int> dispatcher = Dispatcher();
        Root root = new() { Name = "Ada", Tree = new Node { Label = "Bob", Children = [new Node { Label = "Eve" }] } };
        Assert.That(Explain(dispatcher, Encoded(root, "Eve", Root.PacketId)).Field, Is.EqualTo("tree"));
        Packet empty = new(new byte[16], 0, 16, Root.PacketId, 4);
        Assert.That(Explain(dispatcher, empty).Field, Is.Null, "There is no table.");
    }

    [Test]
    public void Other_rejections_have_what_is_known()
    {
        using PacketDispatcher<int> dispatcher = Dispatcher();
        dispatcher.ConnectionState = 1;
        Assert.That(Explain(dispatcher, new Packet(new byte[10], 4, 6, 5, 4)).Message, Is.EqualTo("UnknownId in the packet at byte 40: id 5, 2 bytes, ToServer."));
        Assert.That(
            Explain(dispatcher, new Packet(new byte[10], 0, 8, Nothing.PacketId, 4)).Message,
            Is.EqualTo("IdNotAllowed in the packet at byte 40: Codec.Tests.Every.Nothing (id 778), 4 bytes, ToServer."));
        Assert.That(
            Explain(dispatcher, new Packet(new byte[70_000], 0, 70_000, Root.PacketId, 4)).Message,
            Is.EqualTo("PayloadTooLarge in the packet at byte 40: Codec.Tests.Every.Root (id 777), 69996 of at most 60000 bytes, ToServer."));
    }

    [Test]
    public void An_asynchronous_handler_and_a_packed_packet_have_an_invalid_field()
    {
        PacketRoutes<int> routes = new PacketRoutes<int>().AddRootAsync(static (_, _, _) => default);
        using PacketDispatcher<int> dispatcher = new(routes, 0, PacketDirections.Both);
        Packet packet = Encoded(new Root { Name = "Ada" }, "Ada", Root.PacketId);
        Assert.That(dispatcher.DispatchAsync(packet).AsTask().Result, Is.EqualTo(PacketError.PayloadInvalid));
        Assert.That(dispatcher.Explain(PacketError.PayloadInvalid, packet, 0).Field, Is.EqualTo("name"));

        // A payload that is stored as it is, after a byte.
        byte[] packed = [1, .. packet.Payload];
        PacketRules rules = new() { Shape = PackedSamples.Shape, Name = "Packed", FindInvalidField = static payload => $"{payload.Length}" };
        using PacketDispatcher<int> unpacking = new(new PacketRoutes<int>().AddRaw(7, static (int _, in Packet _) => { }, rules), 0, PacketDirections.Both);
        Packet bytes = new([0, 0, 0, 0, .. packed], 0, packed.Length + 4, 7, 4);
        Assert.That(unpacking.Explain(PacketError.PayloadInvalid, bytes, 0).Field, Is.EqualTo($"{packet.PayloadSize}"));
        Assert.That(unpacking.Explain(PacketError.PayloadInvalid, new Packet(new byte[4], 0, 4, 7, 4), 0).Field, Is.Null, "It cannot be unpacked.");
    }

    [Test]
    public async Task A_connection_throws_the_exception_of_its_dispatcher_and_reads_a_rejected_header()
    {
        using PacketDispatcher<int> dispatcher = Dispatcher();
        Packet packet = Encoded(new Root { Name = "Ada" }, "Ada", Root.PacketId);
        string expected = dispatcher.Explain(PacketError.PayloadInvalid, packet, 0).Message;
        Assert.That((await RunAsync(packet.Raw.ToArray(), dispatcher)).Message, Is.EqualTo(expected));
        Assert.That(
            (await RunAsync("GET / HTTP/1.1"u8.ToArray(), dispatcher, new PacketFormat(maxPayloadSize: 100))).Message,
            Is.EqualTo("PayloadTooLarge in the packet at byte 0: id 8276, 17735 of at most 100 bytes. The bytes look like HTTP."));
    }

    [Test]
    public void A_valid_payload_has_no_invalid_field_and_a_random_one_has_a_known_field_or_none()
    {
        using PacketDispatcher<int> dispatcher = Dispatcher();
        Random random = new(RandomCases.Seed());
        byte[] valid = Encoded(new Root { Name = "Ada", Event = 3, Tree = new Node { Label = "Bob" }, Write = 1 }, "", Root.PacketId).Raw.ToArray();
        HashSet<string> found = [];
        for (int n = RandomCases.Count(50_000); n > 0; n--)
        {
            byte[] bytes = [.. valid];
            bytes[random.Next(4, bytes.Length)] = (byte)random.Next(256);
            Packet packet = new(bytes, 0, bytes.Length, Root.PacketId, 4);
            bool isValid = dispatcher.Dispatch(packet) == PacketError.None;
            string? field = dispatcher.Explain(PacketError.PayloadInvalid, packet, 0).Field;
            Assert.That(field is null || (!isValid && Names.Contains(field)), Is.True, field);
            _ = found.Add(field ?? "");
        }

        Assert.That(found, Is.SupersetOf((string[])["", "name", "tree"]));
    }

    private static PacketDispatcher<int> Dispatcher() => new(
        new PacketRoutes<int>().AddRoot(static (_, _) => { }, PacketRules.InStates(0, 1)).AddNothing(static (_, _) => { }, PacketRules.InStates(0)), 0, PacketDirections.ToServer);

    private static InvalidPacketException Explain(PacketDispatcher<int> dispatcher, in Packet packet)
    {
        PacketError error = dispatcher.Dispatch(packet);
        Assert.That(error, Is.Not.EqualTo(PacketError.None));
        return dispatcher.Explain(error, packet, 40);
    }

    private static async Task<InvalidPacketException> RunAsync(byte[] bytes, PacketDispatcher<int> dispatcher, PacketFormat? format = null)
    {
        await using PacketConnection connection = new(new MemoryStream(bytes), format);
        return (await Assert.ThrowsAsync<InvalidPacketException>(() => connection.RunAsync(dispatcher)))!;
    }

    /// <summary>Encodes a message, and destroys the zero after one of its texts.</summary>
    [Test]
    public void A_payload_with_another_file_identifier_is_rejected_in_every_way([Values(-1, 4, 5, 6, 7)] int changed)
    {
        byte[] payload = new PlainType(typeof(Root)).Write(new Root { Name = "Ada" });
        Assert.That(Encoding.ASCII.GetString(payload, 4, 4), Is.EqualTo("EVRY"));
        payload[Math.Max(changed, 0)] ^= (byte)(changed < 0 ? 0 : 1);
        bool[] accepted = [Root.Verify(payload), new Root().TryRead(payload), Root.View.TryCreate(payload, out _), Root.View.TryCreateVerified(payload, out _)];
        Assert.That(accepted, Is.All.EqualTo(changed < 0));
    }

    private static Packet Encoded<T>(T message, string text, uint id)
        where T : IPacket
    {
        byte[] bytes = PacketEncoder.Encode(message);
        if (text.Length > 0)
        {
            bytes[bytes.AsSpan().IndexOf(Encoding.ASCII.GetBytes(text)) + text.Length] = 1;
        }

        return new Packet(bytes, 0, bytes.Length, id, 4);
    }
}
