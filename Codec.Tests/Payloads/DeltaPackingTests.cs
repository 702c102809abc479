namespace Codec.Tests.Payloads;

/// <summary>Sends messages as differences from earlier ones.</summary>
internal sealed class DeltaPackingTests
{
    private const string World =
        """
        struct Vec3 { x:float; y:float; z:float; }
        table Unit { id:uint (key); name:string; at:Vec3; health:short = 100; tags:[string]; }
        table World { tick:uint; units:[Unit]; states:[Vec3]; }
        root_type World;
        """;

    private static readonly PayloadSchema WorldSchema = PayloadSchema.Parse(World);
    private static readonly PayloadMessage WorldMessage = WorldSchema["World"];
    private static readonly PayloadShape WorldShape = PackedShapes.Of(
        new SchemaIndex(SchemaCompiler.Compile([new SchemaSource("world.fbs", World)], _ => null).Model!), WorldMessage);

    private static IEnumerable<string> Roots => CompiledRoots.Names;

    [TestCaseSource(nameof(Roots))]
    public void Differences_of_random_payloads_round_trip(string root)
    {
        Random random = new(RandomCases.Seed());
        PayloadShape shape = PackedShapes.Of(root);
        PayloadMessage message = CompiledRoots.Instance.MessageOf(root);
        DeltaSender<DeltaMessage> sender = new();
        DeltaBaselines receiver = new(1);
        byte[] payload = [];
        for (int i = 0; i < RandomCases.Count(3000); i++)
        {
            // Small changes of the payload before, or another payload.
            byte[] mutant = PayloadMutator.Mutate(payload, random);
            payload = i % 4 != 0 && message.Verify(mutant) ? mutant : i % 7 == 3 ? payload : CompiledRoots.Instance.Payload(root, random, isForeign: i % 3 == 1);
            sender.Advance(new DeltaMessage(shape, payload, 1));
            byte[] received = Receive(receiver, shape, Packet(sender.SinceLast));
            Assert.That(message.Verify(received), Is.EqualTo(message.Verify(payload)), () => $"{i}: {Convert.ToHexString(payload)} becomes {Convert.ToHexString(received)}");

            // A random payload can have more tables than its schema allows.
            if (message.Verify(payload))
            {
                Assert.That(message.ToJson(received), Is.EqualTo(message.ToJson(payload)));
            }
        }
    }

    [Test]
    public void An_unchanged_message_takes_only_the_header()
    {
        DeltaSender<DeltaMessage> sender = new();
        byte[] snapshot = Golden.GoldenFiles.ReadBytes("generated/snapshot.bin")[PacketHeader.ByteCount..];
        sender.Advance(new DeltaMessage(PackedShapes.Of("Game.Snapshot"), snapshot, 1));
        sender.Advance(new DeltaMessage(PackedShapes.Of("Game.Snapshot"), snapshot, 1));
        Assert.That(PacketHeader.ByteCount + Packet(sender.SinceLast).Length, Is.EqualTo(8));
    }

    [Test]
    public void One_changed_entity_of_500_takes_few_bytes()
    {
        PayloadShape shape = PackedShapes.Of("Game.Snapshot");
        byte[] snapshot = Golden.GoldenFiles.ReadBytes("generated/snapshot_large.bin")[PacketHeader.ByteCount..];
        DeltaSender<DeltaMessage> sender = new();
        DeltaBaselines receiver = new(1);
        sender.Advance(new DeltaMessage(shape, snapshot, 1));
        Receive(receiver, shape, Packet(sender.SinceLast));

        // The position moves, and so do the tick and the health.
        byte[] changed = [.. snapshot];
        int entity = snapshot.Length - (36 * 77);
        foreach (int at in (int[])[4, 8, 12])
        {
            BitConverter.TryWriteBytes(changed.AsSpan(entity + at), BitConverter.ToSingle(changed, entity + at) + 0.25f);
        }

        changed[entity + 32] -= 3;
        sender.Advance(new DeltaMessage(shape, changed, 1));
        byte[] packet = Packet(sender.SinceLast);
        TestContext.Out.WriteLine($"{PacketHeader.ByteCount + packet.Length} bytes");
        Assert.That(PacketHeader.ByteCount + packet.Length, Is.AtMost(24));
        Assert.That(Receive(receiver, shape, packet), Is.EqualTo(changed));
    }

    [TestCase("7 1 2 3 4 5 6 8 9", "first moves")]
    [TestCase("1 2 3 4 6 7 8 9", "one is removed")]
    [TestCase("1 2 3 4 5 50 6 7 8 9", "one is added")]
    [TestCase("9 8 7 6 5 4 3 2 1", "reversed")]
    [TestCase("", "all are removed")]
    [TestCase("20 21 22", "all are others")]
    [TestCase("1 1 2 2", "keys twice")]
    public void Elements_are_compared_by_their_keys(string units, string reason)
    {
        byte[] first = Units("1 2 3 4 5 6 7 8 9");
        byte[] second = Units(units);
        (byte[] packet, byte[] received) = Send(first, second);
        Assert.That(WorldMessage.ToJson(received), Is.EqualTo(WorldMessage.ToJson(second)), reason);
        int added = units == "1 1 2 2" ? 2 : units.Split(' ').Count(unit => unit.Length == 2);
        Assert.That(packet, Has.Length.AtMost(22 + (30 * added)), reason);
    }

    [Test]
    public void Random_histories_over_datagrams_never_differ([Values(1, 2, 5, 64)] int baselines)
    {
        Random random = new(RandomCases.Seed());
        DeltaSender<DeltaMessage> sender = new();
        DeltaBaselines receiver = new(baselines);
        List<(byte Number, byte[] Packet, byte[] Payload)> link = [];
        List<int> units = [.. Enumerable.Range(1, 30)];
        byte acknowledged = 0;
        int differences = 0;
        int delivered = 0;
        for (int i = 0; i < RandomCases.Count(20_000); i++)
        {
            int change = random.Next(units.Count + 1);
            switch (random.Next(4))
            {
                case 0: units.Insert(change, random.Next(1, 100_000)); break;
                case 1 when change < units.Count && units.Count > 5: units.RemoveAt(change); break;
                case 2 when change < units.Count: (units[0], units[change]) = (units[change], units[0]); break;
                default: break;
            }

            byte[] payload = Units(string.Join(' ', units.Distinct()), i);
            byte number = sender.Advance(new DeltaMessage(WorldShape, payload, baselines));
            byte[] packet = Packet(sender.Since(acknowledged));
            differences += packet[1] == 0 ? 0 : 1;

            // Lost, sent twice, or overtaken by later ones.
            for (int copies = random.Next(10) switch { 0 => 0, 1 => 2, _ => 1 }; copies > 0; copies--)
            {
                link.Insert(random.Next(5) == 0 ? random.Next(link.Count + 1) : link.Count, (number, packet, payload));
            }

            for (int count = random.Next(3); count > 0 && link.Count > 0; count--)
            {
                (number, packet, payload) = link[0];
                link.RemoveAt(0);
                PacketError error = receiver.Unpack(WorldShape, packet, 1 << 20, out byte[] bytes, out int size);
                Assert.That(error is PacketError.None or (PacketError)12 or (PacketError)13, Is.True, $"{error}");
                if (error == PacketError.None)
                {
                    acknowledged = number;
                    delivered++;
                    Assert.That(WorldMessage.ToJson(bytes.AsSpan(0, size)), Is.EqualTo(WorldMessage.ToJson(payload)));
                }
            }
        }

        TestContext.Out.WriteLine($"{delivered} delivered, {differences} differences");
        Assert.That((delivered > 100, differences > 0 || baselines == 1), Is.EqualTo((true, true)));
    }

    [Test]
    public void A_packet_without_its_baseline_is_an_error()
    {
        DeltaSender<DeltaMessage> sender = new();
        DeltaSender<DeltaMessage> other = new();
        DeltaBaselines receiver = new(2);
        foreach (string units in (string[])["1 2", "1 2 3"])
        {
            sender.Advance(new DeltaMessage(WorldShape, Units(units), 2));
            other.Advance(new DeltaMessage(WorldShape, Units(units), 2));
        }

        byte[] packet = Packet(sender.SinceLast);
        Assert.That(receiver.Unpack(WorldShape, packet, 1000, out _, out _), Is.EqualTo((PacketError)12));
        byte[] whole = Packet(sender.Whole);
        Assert.That(receiver.Unpack(WorldShape, whole, 1000, out _, out _), Is.EqualTo(PacketError.None));
        sender.Advance(new DeltaMessage(WorldShape, Units("5"), 2));
        packet = Packet(sender.SinceLast);
        packet[2] ^= 1;
        Assert.That(receiver.Unpack(WorldShape, packet, 1000, out _, out _), Is.EqualTo((PacketError)13));
        packet[2] ^= 1;
        Assert.That(receiver.Unpack(WorldShape, packet, 1000, out _, out _), Is.EqualTo(PacketError.None));
        Assert.That(Packet(sender.Since(200))[1], Is.Zero, "a number that is not kept");
        Assert.That(receiver.Unpack(WorldShape, [0, 0, .. whole[4..]], 1000, out _, out _), Is.EqualTo(PacketError.None));
        Assert.That(receiver.Unpack(WorldShape, [0, 1, .. whole[4..]], 1000, out _, out _), Is.EqualTo(PacketError.PackedInvalid));
        Assert.That(receiver.Unpack(WorldShape, [1, 0, 5], 1000, out _, out _), Is.EqualTo(PacketError.PackedTruncated));
    }

    [Test]
    public void A_packet_that_arrives_twice_takes_no_place_of_another_baseline()
    {
        DeltaSender<DeltaMessage> sender = new();
        DeltaBaselines receiver = new(3);
        byte first = 0;
        foreach (string units in (string[])["1", "1 2", "1 2 3", "1 2 3 4"])
        {
            byte number = sender.Advance(new DeltaMessage(WorldShape, Units(units), 3));
            byte[] packet = Packet(sender.Since(first));
            for (int copies = first == 0 ? 1 : 2; copies > 0; copies--)
            {
                PacketError expected = units == "1 2 3 4" && copies == 1 ? PacketError.BaselineMissing : PacketError.None;
                Assert.That(receiver.Unpack(WorldShape, packet, 1000, out _, out _), Is.EqualTo(expected), units);
            }

            first = first == 0 ? number : first;
        }
    }

    internal static byte[] Packet<TPacket>(TPacket packet)
        where TPacket : IPacket
    {
        byte[] bytes = new byte[packet.GetMaxByteCount()];
        Assert.That(packet.TryWrite(bytes, out int written), Is.True);
        return bytes[..written];
    }

    private static byte[] Units(string ids, int tick = 0)
    {
        StringBuilder json = new("{\"tick\":" + tick + ",\"units\":[");
        foreach (string id in ids.Split(' ', StringSplitOptions.RemoveEmptyEntries))
        {
            json.Append(json[^1] == '[' ? "" : ",")
                .Append(CultureInfo.InvariantCulture, $"{{\"id\":{id},\"name\":\"unit {id}\",\"at\":{{\"x\":{id},\"y\":0.1,\"z\":0.3}},\"tags\":[\"a{id}\",\"b\"]}}");
        }

        return WorldMessage.FromJson(json.Append("]}").ToString());
    }

    private static (byte[] Packet, byte[] Received) Send(byte[] first, byte[] second)
    {
        DeltaSender<DeltaMessage> sender = new();
        DeltaBaselines receiver = new(1);
        sender.Advance(new DeltaMessage(WorldShape, first, 1));
        Receive(receiver, WorldShape, Packet(sender.SinceLast));
        sender.Advance(new DeltaMessage(WorldShape, second, 1));
        byte[] packet = Packet(sender.SinceLast);
        return (packet, Receive(receiver, WorldShape, packet));
    }

    private static byte[] Receive(DeltaBaselines receiver, PayloadShape shape, byte[] packet)
    {
        Assert.That(receiver.Unpack(shape, packet, 1 << 20, out byte[] bytes, out int size), Is.EqualTo(PacketError.None), () => Convert.ToHexString(packet));
        return bytes[..size];
    }
}
