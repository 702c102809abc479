using Codec.Tests.Every;
using Codec.Tests.WideIds;

namespace Codec.Tests.GeneratedCode;

/// <summary>Tests the encoder and the dispatcher with packets of a schema, which use its ids and limits.</summary>
internal sealed class RegistrationTests
{
    private static readonly PacketFormat FourByteIds = new(idWidth: 4);

    private readonly byte[] _bytes = new byte[1024];

    [Test]
    public void A_generated_packet_reaches_its_handler_only_if_it_is_valid_and_within_its_limits()
    {
        List<string> log = [];
        PacketRoutes<List<string>> routes = new();
        routes.AddRoot(static (seen, message) => seen.Add($"{message.Name} {message.Event}"))
            .AddNothing(static (seen, message) => seen.Add($"nothing {message.IsPresent}"));
        using PacketDispatcher<List<string>> dispatcher = new(routes, log, PacketDirections.ToServer);

        Assert.That(dispatcher.Dispatch(Encoded(new Root { Name = "Ada", Event = 3 })), Is.EqualTo(PacketError.None));
        Packet nothing = Encoded(new Nothing());
        Assert.That(dispatcher.Dispatch(nothing), Is.EqualTo(PacketError.None));
        Assert.That(log, Is.EqualTo((string[])["Ada 3", "nothing True"]));

        _bytes[4] = 0xFF;
        Assert.That(dispatcher.Dispatch(nothing), Is.EqualTo(PacketError.PayloadInvalid));
        Assert.That(dispatcher.Dispatch(new Packet(new byte[60_005], 0, 60_005, Root.PacketId, 4)), Is.EqualTo(PacketError.PayloadTooLarge));
        Assert.That(log, Has.Count.EqualTo(2));
    }

    [Test]
    public async Task An_asynchronous_handler_owns_its_generated_message()
    {
        List<Root> seen = [];
        PacketRoutes<List<Root>> routes = new PacketRoutes<List<Root>>().AddRootAsync(static async (list, message, _) =>
        {
            await Task.Yield();
            list.Add(message);
        });
        using PacketDispatcher<List<Root>> dispatcher = new(routes, seen, PacketDirections.ToServer);
        ValueTask<PacketError> first = dispatcher.DispatchAsync(Encoded(new Root { Name = "Ada", Event = 3 }));
        _bytes.AsSpan().Clear();
        Assert.That(await first, Is.EqualTo(PacketError.None));
        Assert.That(await dispatcher.DispatchAsync(Encoded(new Root { Name = "Bob" })), Is.EqualTo(PacketError.None));
        Assert.That(seen.Select(root => root.Name), Is.EqualTo((string[])["Ada", "Bob"]));
        Assert.That(await Invalid(), Is.EqualTo(PacketError.PayloadInvalid));
        Assert.That(seen, Has.Count.EqualTo(2));
        Assert.That(() => routes.AddRootAsync(null!), Throws.ArgumentNullException);
        Assert.That(() => ((PacketRoutes<int>)null!).AddRootAsync(static (_, _, _) => default), Throws.ArgumentNullException);
        Assert.That(() => ((PacketRoutes<int>)null!).AddRoot(static (_, _) => { }), Throws.ArgumentNullException);

        ValueTask<PacketError> Invalid()
        {
            Packet packet = Encoded(new Root { Name = "Eve" });
            _bytes[4] = 0xFF;
            return dispatcher.DispatchAsync(packet);
        }
    }

    [Test]
    public async Task A_generated_packet_is_accepted_only_in_its_connection_states()
    {
        List<string> log = [];
        PacketRoutes<List<string>> routes = new PacketRoutes<List<string>>()
            .AddRoot(static (seen, message) => seen.Add($"{message.Name}"), PacketRules.InStates(1))
            .AddNothingAsync(static (seen, _, _) => AddAsync(seen), PacketRules.InStates(0, 2));
        using PacketDispatcher<List<string>> dispatcher = new(routes, log, PacketDirections.ToServer);
        Root root = new() { Name = "Ada" };

        Assert.That(dispatcher.Dispatch(Encoded(root)), Is.EqualTo(PacketError.IdNotAllowed));
        Assert.That(await dispatcher.DispatchAsync(Encoded(new Nothing())), Is.EqualTo(PacketError.None));
        dispatcher.ConnectionState = 1;
        Assert.That(dispatcher.Dispatch(Encoded(root)), Is.EqualTo(PacketError.None));
        Assert.That(await dispatcher.DispatchAsync(Encoded(new Nothing())), Is.EqualTo(PacketError.IdNotAllowed));
        Assert.That(log, Is.EqualTo((string[])["nothing", "Ada"]));

        // The limits of the schema still apply.
        Assert.That(dispatcher.Dispatch(new Packet(new byte[60_005], 0, 60_005, Root.PacketId, 4)), Is.EqualTo(PacketError.PayloadTooLarge));

        static ValueTask AddAsync(List<string> seen)
        {
            seen.Add("nothing");
            return default;
        }
    }

    [Test]
    public void Ids_above_65535_need_a_format_that_can_hold_them()
    {
        List<string> log = [];
        PacketRoutes<List<string>> routes = new PacketRoutes<List<string>>()
            .AddFar(static (seen, message) => seen.Add($"far {message.Text}"))
            .AddFarthest(static (seen, in message) => seen.Add($"farthest {message.Number}"));
        using PacketDispatcher<List<string>> dispatcher = new(routes, log, PacketDirections.ToServer);
        Assert.That(dispatcher.Dispatch(Encoded(new Far { Text = "Ann" }, FourByteIds)), Is.EqualTo(PacketError.None));
        Assert.That(dispatcher.Dispatch(Encoded(new Farthest { Number = 7 }, FourByteIds)), Is.EqualTo(PacketError.None));
        Assert.That(log, Is.EqualTo((string[])["far Ann", "farthest 7"]));
        Assert.That((Far.PacketId, Farthest.PacketId), Is.EqualTo((70_000u, uint.MaxValue)));

        // The message contains the id and the largest id of the format.
        Assert.That(() => Encoded(new Far { Text = "Ann" }).Id, TooLarge("70000"));
        Assert.That(() => PacketEncoder.Write(new ArrayBufferWriter<byte>(), new Farthest()), TooLarge("4294967295"));
        Assert.That(() => PacketEncoder.Write(new ArrayBufferWriter<byte>(), 70_000, [1]), TooLarge("70000"));
        Assert.That(() => PacketEncoder.Encode(new byte[9], 70_000, [1], new PacketFormat(sizeWidth: 4), out _), TooLarge("70000"));

        static NUnit.Framework.Constraints.IResolveConstraint TooLarge(string id) =>
            Throws.InstanceOf<ArgumentOutOfRangeException>().With.Message.Contains(id).And.Message.Contains("65535");
    }

    private Packet Encoded<T>(T message, PacketFormat? format = null)
        where T : IPacket
    {
        Assert.That(PacketEncoder.Encode(_bytes, message, format, out int written), Is.EqualTo(OperationStatus.Done));
        PacketDecoder.Decode(new ArraySegment<byte>(_bytes, 0, written), format ?? PacketFormat.Default, out Packet packet, out _, out _);
        return packet;
    }
}
