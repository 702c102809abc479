namespace Codec.Tests.Dispatch;

/// <summary>Tests packed packets for ids without a generated message.</summary>
public sealed class PackedDispatchTests
{
    private static readonly PacketRules Packed = new() { IsPacked = true };

    private static readonly byte[] Payload = [1, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3];

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
        Assert.That(dispatcher.Dispatch(Make(7, [0, .. Payload])), Is.EqualTo(PacketError.None), "a payload that is not packed, after a size of zero");
        Assert.That(_seen, Is.EqualTo(new[] { Payload, Payload }));

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
            .AddStruct<ulong>(1, static (seen, in value) => seen.Add(LittleEndian(value)), Packed)
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
        Assert.That(dispatcher.Dispatch(Make(1, Pack([5, 0, 0, 0, 0, 0, 0, 0]))), Is.EqualTo(PacketError.None));
        Assert.That(await dispatcher.DispatchAsync(Make(2, Pack(Payload))), Is.EqualTo(PacketError.None));
        Assert.That(dispatcher.Dispatch(Make(3, Pack(Payload))), Is.EqualTo(PacketError.None));
        Assert.That(_seen, Is.EqualTo(new[] { [5, 0, 0, 0, 0, 0, 0, 0], Payload, Payload }));
        Assert.That(dispatcher.Dispatch(Make(1, Pack(Payload))), Is.EqualTo(PacketError.PayloadInvalid));
        Assert.That(await Async(Make(2, [8, 3, 1])), Is.EqualTo(PacketError.PackedTruncated));

        ValueTask<PacketError> Async(in Packet packet) => dispatcher.DispatchAsync(packet);
    }

    [TestCase(0, 100, 100)]
    [TestCase(1, 100, 100)]
    [TestCase(0, 65_535, 0)]
    [TestCase(1, 65_535, 0)]
    public void The_payload_limit_applies_to_the_unpacked_size_and_bounds_memory_use(int more, int limit, int maxPayloadSize)
    {
        PacketRules rules = maxPayloadSize == 0 ? Packed : new() { IsPacked = true, MaxPayloadSize = maxPayloadSize };
        PacketError expected = more == 0 ? PacketError.None : PacketError.PayloadTooLarge;
        foreach (byte value in new byte[] { 0, 1, 255 })
        {
            using PacketDispatcher<List<byte[]>> dispatcher = Dispatcher(
                new PacketRoutes<List<byte[]>>().AddRaw(7, static (seen, in packet) => seen.Add(packet.Payload.ToArray()), rules));
            byte[] payload = [.. Enumerable.Repeat(value, limit + more)];
            Assert.That(dispatcher.Dispatch(Make(7, Pack(payload))), Is.EqualTo(expected), $"bytes of {value}");
            Assert.That(_seen, Has.Count.EqualTo(more == 0 ? 1 : 0));
            _seen.Clear();
        }

        Assert.That(_pool.PeakRented, more == 0 ? Is.EqualTo(limit) : Is.Zero);
        Assert.That(_pool.Outstanding, Is.Zero);
    }

    [Test]
    public void Unpacking_random_bytes_never_rents_more_memory_than_the_limit()
    {
        const int Limit = 777;
        Random random = new(RandomCases.Seed());
        using PacketDispatcher<List<byte[]>> dispatcher = Dispatcher(
            new PacketRoutes<List<byte[]>>().AddRaw(7, static (_, in _) => { }, new() { IsPacked = true, MaxPayloadSize = Limit }));
        HashSet<PacketError> errors = [];
        for (int i = 0; i < 20_000; i++)
        {
            byte[] bytes = new byte[random.Next(12)];
            for (int j = 0; j < bytes.Length; j++)
            {
                bytes[j] = random.Next(3) switch { 0 => 0, 1 => (byte)random.Next(16), _ => (byte)random.Next(256) };
            }

            errors.Add(dispatcher.Dispatch(Make(7, bytes)));
        }

        Assert.That(_pool.PeakRented, Is.InRange(1, Limit));
        Assert.That(
            errors,
            Is.EquivalentTo(new[]
            {
                PacketError.None, PacketError.PayloadTooLarge, PacketError.PackedSizeInvalid, PacketError.PackedTruncated, PacketError.UnpackedTooShort,
                PacketError.UnpackedTooLong,
            }));
    }

    [Test]
    public void Memory_of_a_large_payload_is_returned_after_the_handler([Values] bool throws)
    {
        byte[] payload = new byte[300_000];
        using PacketDispatcher<List<byte[]>> dispatcher = Dispatcher(
            new PacketRoutes<List<byte[]>>().AddRaw(7, Keep, new() { IsPacked = true, MaxPayloadSize = 300_000 }));
        Assert.That(() => dispatcher.Dispatch(Make(7, Pack(payload))), throws ? Throws.TypeOf<HandlerException>() : Is.EqualTo(PacketError.None));
        Assert.That(_seen.Single(), Is.EqualTo(payload));
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
            new PacketRoutes<List<byte[]>>().AddRaw(7, static (_, in _) => { }, new() { IsPacked = true, Directions = PacketDirections.ToClient }));
        Assert.That(dispatcher.Dispatch(Make(7, Pack(Payload))), Is.EqualTo(PacketError.IdNotAllowed));
        Assert.That(_pool.Rents, Is.Zero);
    }

    [Test]
    public void A_handler_that_throws_leaves_the_dispatcher_usable()
    {
        using PacketDispatcher<List<byte[]>> dispatcher = Dispatcher(
            new PacketRoutes<List<byte[]>>().AddRaw(7, static (_, in _) => throw new HandlerException(), Packed));
        Assert.That(() => dispatcher.Dispatch(Make(7, Pack(Payload))), Throws.TypeOf<HandlerException>());
        Assert.That(() => dispatcher.Dispatch(Make(7, Pack(Payload))), Throws.TypeOf<HandlerException>());
        Assert.That(_pool.Rents, Is.EqualTo(1));
    }

    private static byte[] Pack(byte[] payload)
    {
        byte[] packed = new byte[PackedPayload.GetMaxPackedSize(payload.Length)];
        Assert.That(PackedPayload.Pack(payload, packed, out int written), Is.EqualTo(OperationStatus.Done));
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
        byte[] bytes = new byte[format.HeaderSize + payload.Length];
        Assert.That(PacketEncoder.Encode(bytes, id, payload, format, out _), Is.EqualTo(OperationStatus.Done));
        Assert.That(PacketDecoder.Decode(new ArraySegment<byte>(bytes), format, out Packet packet, out _, out _), Is.EqualTo(OperationStatus.Done));
        return packet;
    }

    private PacketDispatcher<List<byte[]>> Dispatcher(PacketRoutes<List<byte[]>> routes) => new(routes, _seen, PacketDirections.ToServer, pool: _pool);
}
