using Game;

namespace Codec.Tests.FlatBuffers;

/// <summary>Tests handlers of tables that flatc generated.</summary>
public sealed class FlatBufferRouteTests
{
    private static readonly FlatBufferReader<TestPacket> Reader = new(PayloadSchema.Load(Repository.PathOf("schemas", "test_packet.fbs")));

    private static readonly byte[] Message = Packet(FlatBufferReaderTests.Built(GameMessages.BuildTestPacket));

    private readonly List<string> _log = [];

    [SetUp]
    public void Forget() => _log.Clear();

    [Test]
    public async Task A_valid_payload_reaches_its_handler([Values] bool isAsync, [Values] bool fromArray)
    {
        using PacketDispatcher<List<string>> dispatcher = new(Routes(isAsync), _log, PacketDirections.ToServer);
        Assert.That(await Dispatch(dispatcher, Message, fromArray), Is.EqualTo(PacketError.None));
        Assert.That(await Dispatch(dispatcher, Message, fromArray), Is.EqualTo(PacketError.None));
        Assert.That(_log, Is.EqualTo((string[])["This is a message! 255", "This is a message! 255"]));
    }

    [Test]
    public async Task An_invalid_payload_does_not_reach_its_handler([Values] bool isAsync, [Values] bool fromArray)
    {
        using PacketDispatcher<List<string>> dispatcher = new(Routes(isAsync), _log, PacketDirections.ToServer);
        foreach (byte[] payload in (byte[][])[[], [255, 255, 255, 255, 0, 0, 0, 0], Message[4..^2]])
        {
            Assert.That(await Dispatch(dispatcher, Packet(payload), fromArray), Is.EqualTo(PacketError.PayloadInvalid));
        }

        Assert.That(_log, Is.Empty);
    }

    [Test]
    public async Task Rules_apply_to_the_packets([Values] bool isAsync)
    {
        PacketRules rules = new() { MaxPayloadSize = 47, Directions = PacketDirections.ToServer, States = PacketRules.InStates(1) };
        using PacketDispatcher<List<string>> dispatcher = new(Routes(isAsync, rules), _log, PacketDirections.ToServer);
        Assert.That(await Dispatch(dispatcher, Message, fromArray: true), Is.EqualTo(PacketError.IdNotAllowed));
        dispatcher.ConnectionState = 1;
        Assert.That(await Dispatch(dispatcher, Message, fromArray: true), Is.EqualTo(PacketError.PayloadTooLarge));
    }

    [Test]
    public void A_table_that_a_handler_kept_cannot_be_read()
    {
        TestPacket kept = default;
        PacketRoutes<int> routes = new PacketRoutes<int>().AddFlatBuffer(1, Reader, (int _, in TestPacket packet) => kept = packet);
        using PacketDispatcher<int> dispatcher = new(routes, 0, PacketDirections.ToServer);
        Assert.That(dispatcher.Dispatch(Decode(Message)), Is.EqualTo(PacketError.None));
        Assert.That(() => kept.Number, Throws.InstanceOf<ArgumentException>());
    }

    [Test]
    public void A_handler_can_dispatch_another_packet_and_then_read_its_table()
    {
        PacketRoutes<List<string>> routes = Routes(isAsync: false);
        using PacketDispatcher<List<string>> inner = new(routes, _log, PacketDirections.ToServer);
        PacketRoutes<List<string>> outerRoutes = new PacketRoutes<List<string>>().AddFlatBuffer(1, Reader, (List<string> log, in TestPacket packet) =>
        {
            inner.Dispatch(Decode(Packet(FlatBufferReaderTests.Built(static builder => GameMessages.BuildTestPacket(builder, "inner", 1)))));
            log.Add($"{packet.Msg} {packet.Number}");
        });
        using PacketDispatcher<List<string>> outer = new(outerRoutes, _log, PacketDirections.ToServer);
        Assert.That(outer.Dispatch(Decode(Message)), Is.EqualTo(PacketError.None));
        Assert.That(_log, Is.EqualTo((string[])["inner 1", "This is a message! 255"]));
    }

    [Test]
    public void Null_arguments_and_taken_ids_are_rejected()
    {
        PacketRoutes<int> routes = new();
        Assert.That(() => ((PacketRoutes<int>)null!).AddFlatBuffer(1, Reader, static (int _, in TestPacket _) => { }), Throws.ArgumentNullException);
        Assert.That(() => routes.AddFlatBuffer(1, (FlatBufferReader<TestPacket>)null!, static (int _, in TestPacket _) => { }), Throws.ArgumentNullException);
        Assert.That(() => routes.AddFlatBuffer<int, TestPacket>(1, Reader, null!), Throws.ArgumentNullException.With.Property("ParamName").EqualTo("handler"));
        Assert.That(
            () => routes.AddFlatBufferAsync<int, TestPacket, int>(1, Reader, null!, static (_, _, _) => default),
            Throws.ArgumentNullException.With.Property("ParamName").EqualTo("unpack"));
        Assert.That(
            () => routes.AddFlatBufferAsync<int, TestPacket, int>(1, Reader, static _ => 1, null!), Throws.ArgumentNullException.With.Property("ParamName").EqualTo("handler"));
        routes.AddFlatBuffer(1, Reader, static (int _, in TestPacket _) => { });
        Assert.That(() => routes.AddFlatBuffer(1, Reader, static (int _, in TestPacket _) => { }), Throws.ArgumentException);
    }

    [Test]
    public void Dispatch_allocates_nothing()
    {
        PacketRoutes<int[]> routes = new PacketRoutes<int[]>().AddFlatBuffer(1, Reader, static (int[] sum, in TestPacket packet) => sum[0] += packet.Number);
        int[] sum = [0];
        using PacketDispatcher<int[]> dispatcher = new(routes, sum, PacketDirections.ToServer);
        long before = 0;
        for (int i = 0; i < 200; i++)
        {
            before = i == 100 ? GC.GetAllocatedBytesForCurrentThread() : before;
            dispatcher.Dispatch(Decode(Message));
        }

        Assert.That((GC.GetAllocatedBytesForCurrentThread() - before, sum[0]), Is.EqualTo((0L, 200 * 255)));
    }

    private static PacketRoutes<List<string>> Routes(bool isAsync, PacketRules? rules = null) => isAsync
        ? new PacketRoutes<List<string>>().AddFlatBufferAsync(1, Reader, static packet => $"{packet.Msg} {packet.Number}", static (log, text, _) => { log.Add(text); return default; }, rules)
        : new PacketRoutes<List<string>>().AddFlatBuffer(1, Reader, static (List<string> log, in TestPacket packet) => log.Add($"{packet.Msg} {packet.Number}"), rules);

    private static ValueTask<PacketError> Dispatch(PacketDispatcher<List<string>> dispatcher, byte[] packet, bool fromArray)
    {
        if (fromArray)
        {
            return dispatcher.DispatchAsync(Decode(packet));
        }

        OperationStatus status = PacketDecoder.Decode(packet.AsSpan(), PacketFormat.Default, out Packet decoded, out _, out _);
        Assert.That(status, Is.EqualTo(OperationStatus.Done));
        return dispatcher.DispatchAsync(decoded);
    }

    private static Packet Decode(byte[] packet)
    {
        OperationStatus status = PacketDecoder.Decode(new ArraySegment<byte>(packet), PacketFormat.Default, out Packet decoded, out _, out _);
        return status == OperationStatus.Done ? decoded : throw new InvalidOperationException($"{status}");
    }

    private static byte[] Packet(byte[] payload) => [(byte)payload.Length, 0, 1, 0, .. payload];
}
