namespace Codec.Tests.Dispatch;

/// <content>Ids of all widths, and ids without a handler.</content>
public sealed partial class PacketDispatcherTests
{
    private static readonly uint[] EdgeIds = [0, 1, 255, 256, 65_279, 65_280, 65_535, 65_536, 65_537, 131_072, int.MaxValue, 0x8000_0000, uint.MaxValue];

    [Test]
    public void Ids_of_32_bits_reach_their_own_handlers([Values] bool hasDefault)
    {
        PacketRoutes<List<string>> routes = new();
        foreach (uint id in EdgeIds)
        {
            routes.AddRaw(id, (log, in packet) => log.Add($"{id} got {packet.Id}"));
            Assert.That(() => routes.AddRaw(id, static (_, in _) => { }), Throws.ArgumentException.With.Message.Contains($"{id}"));
        }

        if (hasDefault)
        {
            routes.AddDefault(static (log, in packet) => log.Add($"default got {packet.Id}"));
        }

        using PacketDispatcher<List<string>> dispatcher = new(routes, _log, PacketDirections.ToServer);
        foreach (uint id in EdgeIds)
        {
            Assert.That(dispatcher.Dispatch(Make(id)), Is.EqualTo(PacketError.None));
            Assert.That(_log[^1], Is.EqualTo($"{id} got {id}"));
        }

        foreach (uint id in (uint[])[2, 254, 257, 65_278, 65_534, 65_538, 0x7FFF_FFFE, 0x8000_0001, uint.MaxValue - 1])
        {
            Assert.That(dispatcher.Dispatch(Make(id)), Is.EqualTo(hasDefault ? PacketError.None : PacketError.UnknownId), $"{id}");
            Assert.That(_log[^1], Is.EqualTo(hasDefault ? $"default got {id}" : $"{uint.MaxValue} got {uint.MaxValue}"));
        }
    }

    [Test]
    public void A_default_handler_replaces_the_unknown_id_policy_and_its_rules_are_enforced([Values] bool ignoreUnknown)
    {
        PacketRoutes<List<string>> routes = Routes().AddDefault(
            static (log, in packet) => log.Add($"default {packet.Id} {packet.PayloadSize}"), new PacketRules { MaxPayloadSize = 2, States = PacketRules.InStates(0) });
        Assert.That(() => routes.AddDefault(static (_, in _) => { }), Throws.InvalidOperationException.With.Message.Contains("default"));
        using PacketDispatcher<List<string>> dispatcher = new(routes, _log, PacketDirections.ToServer, ignoreUnknown);
        Assert.That(dispatcher.Dispatch(Make(99, 1, 2)), Is.EqualTo(PacketError.None));
        Assert.That(dispatcher.Dispatch(Make(300, 1, 2)), Is.EqualTo(PacketError.None));
        Assert.That(dispatcher.Dispatch(Make(4)), Is.EqualTo(PacketError.None));
        Assert.That(dispatcher.Dispatch(Make(99, 1, 2, 3)), Is.EqualTo(PacketError.PayloadTooLarge));
        Assert.That(dispatcher.Dispatch(Make(5)), Is.EqualTo(PacketError.IdNotAllowed), "A handler whose rules reject a packet does not pass it on.");
        dispatcher.ConnectionState = 1;
        Assert.That(dispatcher.Dispatch(Make(99)), Is.EqualTo(PacketError.IdNotAllowed));
        Assert.That(_log, Is.EqualTo((string[])["default 99 2", "default 300 2", "from client"]));
        Assert.That(dispatcher.UnknownPackets, Is.Zero);
    }
}
