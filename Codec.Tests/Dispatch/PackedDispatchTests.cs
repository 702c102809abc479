namespace Codec.Tests.Dispatch;

/// <summary>Tests packed packets for ids without a generated message.</summary>
public sealed class PackedDispatchTests
{
    private static readonly PayloadMessage Message = PayloadSchema.Parse(
        """include "packets.fbs"; table Bytes (packet_id: 7, packet_packed) { bytes:[ubyte]; }""").Find(7)!;

    private static readonly PacketRules Packed = new() { Shape = Message.Shape };

    private static readonly byte[] Payload = Make(100);

    private CountingPool _pool = new();
    private List<byte[]> _seen = [];

    [SetUp]
    public void Renew()
    {
        _pool = new();
        _seen = [];
    }

    [Test]
    public void A_raw_handler_gets_the_unpacked_payload()
    {
        using PacketDispatcher<List<byte[]>> dispatcher = Dispatcher(new PacketRoutes<List<byte[]>>().AddRaw(7, Keep, Packed));
        Assert.That(dispatcher.Dispatch(Make(7, Pack(Payload))), Is.EqualTo(PacketError.None));
        Assert.That(dispatcher.Dispatch(Make(7, [1, .. Payload])), Is.EqualTo(PacketError.None), "a payload that is stored");
        Assert.That(_seen.Select(payload => Message.ToJson(payload)), Is.All.EqualTo(Message.ToJson(Payload)));

        void Keep(List<byte[]> seen, in Packet packet)
        {
            Assert.That((packet.Id, packet.HeaderSize), Is.EqualTo((7u, 0)));
            Assert.That(packet.Raw.ToArray(), Is.EqualTo(packet.Payload.ToArray()));
            Assert.That(packet.TryGetPayloadArray(out ArraySegment<byte> array), Is.True);
            Assert.That((array.Offset, array.Count), Is.EqualTo((0, packet.PayloadSize)));
            seen.Add(packet.Payload.ToArray());
        }
    }

    [Test]
    public async Task Default_asynchronous_and_struct_handlers_get_the_unpacked_payload()
    {
        PacketRoutes<List<byte[]>> routes = new PacketRoutes<List<byte[]>>()
            .AddStruct<ulong>(
                1,
                static (seen, in value) => seen.Add(LittleEndian(value)),
                new() { Shape = PayloadSchema.Parse("""include "packets.fbs"; struct S (packet_id: 1, packet_packed) { x:ulong; }""").Find(1)!.Shape })
            .AddRawAsync(
                2,
                static async (seen, lease, _) =>
                {
                    await Task.Yield();
                    seen.Add(lease.Packet.Payload.ToArray());
                    lease.Dispose();
                },
                Packed)
            .AddDefault(static (seen, in packet) => seen.Add(packet.Payload.ToArray()), Packed);
        using PacketDispatcher<List<byte[]>> dispatcher = Dispatcher(routes);
        Assert.That(dispatcher.Dispatch(Make(1, [1, 5, 0, 0, 0, 0, 0, 0, 0])), Is.EqualTo(PacketError.None));
        Assert.That(await dispatcher.DispatchAsync(Make(2, Pack(Payload))), Is.EqualTo(PacketError.None));
        Assert.That(dispatcher.Dispatch(Make(3, Pack(Payload))), Is.EqualTo(PacketError.None));
        Assert.That(_seen[0], Is.EqualTo((byte[])[5, 0, 0, 0, 0, 0, 0, 0]));
        Assert.That(_seen.Skip(1).Select(payload => Message.ToJson(payload)), Is.EqualTo((string[])[Message.ToJson(Payload), Message.ToJson(Payload)]));
        Assert.That(dispatcher.Dispatch(Make(1, [1, 5, 0, 0])), Is.EqualTo(PacketError.PayloadInvalid));
        Assert.That(await Async(Make(2, [])), Is.EqualTo(PacketError.PackedTruncated));

        ValueTask<PacketError> Async(in Packet packet) => dispatcher.DispatchAsync(packet);
    }

    [TestCase(0, 100, 100)]
    [TestCase(1, 100, 100)]
    [TestCase(0, 65_535, 0)]
    [TestCase(1, 65_535, 0)]
    public void The_payload_limit_applies_to_the_stored_payload(int more, int limit, int maxPayloadSize)
    {
        using PacketDispatcher<List<byte[]>> dispatcher = Dispatcher(new PacketRoutes<List<byte[]>>().AddRaw(7, Keep, Rules(maxPayloadSize)));
        byte[] payload = new byte[limit + more];
        Assert.That(dispatcher.Dispatch(Make(7, [1, .. payload])), Is.EqualTo(more == 0 ? PacketError.None : PacketError.PayloadTooLarge));
        Assert.That(_seen, more == 0 ? Is.EqualTo(new[] { payload }) : Is.Empty);
        Assert.That(_pool.PeakRented, more == 0 ? Is.AtLeast(limit) : Is.Zero);
    }

    // The unpacked payload has no offsets that are shared, so it may be larger than the one that was packed.
    [TestCase(2000, 2000, PacketError.None)]
    [TestCase(6000, 2000, PacketError.PayloadTooLarge)]
    [TestCase(65_000, 0, PacketError.None)]
    [TestCase(90_000, 0, PacketError.PayloadTooLarge)]
    [TestCase(2_000_000, 0, PacketError.PayloadTooLarge)]
    public void The_payload_limit_bounds_the_memory_of_an_unpacked_payload(int size, int maxPayloadSize, PacketError expected)
    {
        using PacketDispatcher<List<byte[]>> dispatcher = Dispatcher(new PacketRoutes<List<byte[]>>().AddRaw(7, Keep, Rules(maxPayloadSize)));
        byte[] packed = Pack(Make(size, 0));
        Assert.That(packed, Has.Length.LessThan(100));
        Assert.That(dispatcher.Dispatch(Make(7, packed)), Is.EqualTo(expected));
        Assert.That(_seen, Has.Count.EqualTo(expected == PacketError.None ? 1 : 0));
        Assert.That(_pool.PeakRented, Is.AtMost(3 * PackedPayload.GetMaxUnpackedSize(maxPayloadSize == 0 ? PackedPayload.DefaultMaxSize : maxPayloadSize)));
    }

    [Test]
    public void Memory_of_a_large_payload_is_returned_after_the_handler([Values] bool throws)
    {
        byte[] payload = Make(300_000, 0);
        using PacketDispatcher<List<byte[]>> dispatcher = Dispatcher(new PacketRoutes<List<byte[]>>().AddRaw(7, Keep, Rules(400_000)));
        Assert.That(() => dispatcher.Dispatch(Make(7, Pack(payload))), throws ? Throws.TypeOf<HandlerException>() : Is.EqualTo(PacketError.None));
        Assert.That(Message.ToJson(_seen.Single()), Is.EqualTo(Message.ToJson(payload)));
        Assert.That(_pool.Outstanding, Is.Zero);

        void Keep(List<byte[]> seen, in Packet packet)
        {
            seen.Add(packet.Payload.ToArray());
            if (throws)
            {
                throw new HandlerException();
            }
        }
    }

    [Test]
    public void The_direction_is_validated_before_a_payload_is_unpacked()
    {
        using PacketDispatcher<List<byte[]>> dispatcher = Dispatcher(
            new PacketRoutes<List<byte[]>>().AddRaw(7, static (_, in _) => { }, new() { Shape = Message.Shape, Directions = PacketDirections.ToClient }));
        Assert.That(dispatcher.Dispatch(Make(7, Pack(Payload))), Is.EqualTo(PacketError.IdNotAllowed));
        Assert.That(_pool.Rents, Is.Zero);
    }

    private static PacketRules Rules(int maxPayloadSize) =>
        maxPayloadSize == 0 ? Packed : new() { Shape = Message.Shape, MaxPayloadSize = maxPayloadSize };

    private static void Keep(List<byte[]> seen, in Packet packet) => seen.Add(packet.Payload.ToArray());

    // A payload with a vector of bytes.
    private static byte[] Make(int count, byte value = 7) => Message.FromJson($$"""{"bytes":[{{string.Join(',', Enumerable.Repeat(value, count))}}]}""");

    private static byte[] Pack(byte[] payload)
    {
        byte[] packed = new byte[PackedPayload.GetMaxPackedSize(payload.Length)];
        Assert.That(PackedPayload.Pack(Message.Shape!, payload, packed, out int written), Is.EqualTo(OperationStatus.Done));
        return packed.AsSpan(0, written).ToArray();
    }

    private static byte[] LittleEndian(ulong value)
    {
        byte[] bytes = new byte[sizeof(ulong)];
        BinaryPrimitives.WriteUInt64LittleEndian(bytes, value);
        return bytes;
    }

    private static Packet Make(uint id, byte[] payload)
    {
        PacketFormat format = new(sizeWidth: 4, maxPayloadSize: 1_000_000);
        byte[] bytes = BytesWriter.Packet(id, payload, format);
        Assert.That(PacketDecoder.Decode(new ArraySegment<byte>(bytes), format, out Packet packet, out _, out _), Is.EqualTo(OperationStatus.Done));
        return packet;
    }

    private PacketDispatcher<List<byte[]>> Dispatcher(PacketRoutes<List<byte[]>> routes) => new(routes, _seen, PacketDirections.ToServer, pool: _pool);
}
