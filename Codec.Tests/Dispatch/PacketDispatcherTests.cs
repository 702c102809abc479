namespace Codec.Tests.Dispatch;

public sealed partial class PacketDispatcherTests
{
    private const int Playing = 3;

    private readonly List<string> _log = [];

    private static PacketRoutes<List<string>> Routes()
    {
        PacketRoutes<List<string>> routes = new();
        return routes
            .AddRaw(1, static (log, in packet) => log.Add($"raw {packet.PayloadSize}"), new PacketRules { MaxPayloadSize = 10 })
            .AddStruct<long>(2, static (List<string> log, in long value) => log.Add($"struct {value}"))
            .AddRaw(4, static (log, in _) => log.Add("from client"), new PacketRules { Directions = PacketDirections.ToServer })
            .AddRaw(5, static (log, in _) => log.Add("from server"), new PacketRules { Directions = PacketDirections.ToClient })
            .AddRaw(6, static (log, in _) => log.Add("in play"), new PacketRules { States = PacketRules.InStates(Playing) })
            .AddRaw(7, static (_, in _) => throw new HandlerException());
    }

    private static Packet Make(uint id, params byte[] payload) => new([0, 0, 0, 0, .. payload], 0, payload.Length + 4, id, 4);

    [SetUp]
    public void Forget() => _log.Clear();

    [Test]
    public void Each_payload_kind_reaches_its_handler([Values] bool fromArray)
    {
        using PacketDispatcher<List<string>> dispatcher = new(Routes(), _log, PacketDirections.ToServer);
        Assert.That(Dispatch(Make(1, 1, 2, 3)), Is.EqualTo(PacketError.None));
        Assert.That(Dispatch(Make(2, 7, 0, 0, 0, 0, 0, 0, 0)), Is.EqualTo(PacketError.None));
        Assert.That(_log, Is.EqualTo((string[])["raw 3", "struct 7"]));

        PacketError Dispatch(Packet packet) => dispatcher.Dispatch(fromArray ? packet : new Packet(packet.Raw, packet.Id, packet.HeaderSize));
    }

    [Test]
    public void A_packet_in_a_direction_that_its_rules_do_not_allow_is_rejected()
    {
        using PacketDispatcher<List<string>> server = new(Routes(), _log, PacketDirections.ToServer);
        using PacketDispatcher<List<string>> client = new(Routes(), _log, PacketDirections.ToClient);
        Assert.That((server.Dispatch(Make(4)), server.Dispatch(Make(5))), Is.EqualTo((PacketError.None, PacketError.IdNotAllowed)));
        Assert.That((client.Dispatch(Make(4)), client.Dispatch(Make(5))), Is.EqualTo((PacketError.IdNotAllowed, PacketError.None)));
        Assert.That(_log, Is.EqualTo((string[])["from client", "from server"]));
    }

    [Test]
    public void A_packet_is_accepted_in_its_connection_states_only([Values] PacketDirections receives)
    {
        if (receives == PacketDirections.None)
        {
            Assert.That(() => new PacketDispatcher<List<string>>(Routes(), _log, receives), Throws.InstanceOf<ArgumentOutOfRangeException>());
            return;
        }

        using PacketDispatcher<List<string>> dispatcher = new(Routes(), _log, receives);
        for (int state = 0; state < PacketRules.MaxStates; state++)
        {
            dispatcher.ConnectionState = state;
            Assert.That(dispatcher.Dispatch(Make(6)), Is.EqualTo(state == Playing ? PacketError.None : PacketError.IdNotAllowed));
        }

        Assert.That(_log, Has.Count.EqualTo(1));
        Assert.That(() => dispatcher.ConnectionState = 32, Throws.InstanceOf<ArgumentOutOfRangeException>().With.Message.Contains("32"));
    }

    [Test]
    public void Routes_reject_duplicates_and_are_frozen_by_the_first_dispatcher()
    {
        PacketRoutes<List<string>> routes = Routes();
        Assert.That(() => routes.AddRaw(7, static (_, in _) => { }), Throws.ArgumentException.With.Message.Contains("Id 7 "));
        Assert.That(() => routes.AddStruct<bool>(9, static (List<string> _, in bool _) => { }), Throws.InstanceOf<NotSupportedException>());
        using PacketDispatcher<List<string>> dispatcher = new(routes, _log, PacketDirections.Both);
        Assert.That(() => routes.AddRaw(9, static (_, in _) => { }), Throws.InvalidOperationException.With.Message.Contains("id 9"));
        Assert.That(() => routes.AddRaw(70_000, static (_, in _) => { }), Throws.InvalidOperationException.With.Message.Contains("id 70000"));
        Assert.That(() => routes.AddDefault(static (_, in _) => { }), Throws.InvalidOperationException.With.Message.Contains("default"));
        Assert.That(() => new PacketDispatcher<List<string>>(null!, _log, PacketDirections.Both), Throws.ArgumentNullException);
    }

    [Test]
    public void Routes_reject_null_handlers()
    {
        PacketRoutes<List<string>> routes = new();
        Assert.That(() => routes.AddRaw(1, null!), Throws.ArgumentNullException);
        Assert.That(() => routes.AddRawAsync(1, null!), Throws.ArgumentNullException);
        Assert.That(() => routes.AddStruct<long>(1, null!), Throws.ArgumentNullException);
        Assert.That(() => routes.AddStructAsync<long>(1, null!), Throws.ArgumentNullException);
        Assert.That(() => routes.AddDefault(null!), Throws.ArgumentNullException);
        Assert.That(() => routes.AddDefaultAsync(null!), Throws.ArgumentNullException);
    }
}
