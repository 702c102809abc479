namespace Codec.Tests.Dispatch;

public sealed class PacketRulesTests
{
    [Test]
    public void Rules_that_would_allow_no_packet_are_rejected()
    {
        Assert.That(() => new PacketRules { MaxPayloadSize = -1 }, Refused("-1"));
        Assert.That(() => new PacketRules { Directions = (PacketDirections)4 }, Refused("4"));
        Assert.That(() => new PacketRules { Directions = (PacketDirections)(-1) }, Refused("-1"));
        Assert.That(() => new PacketRules { Directions = PacketDirections.None }, Refused("0"));
        Assert.That(() => new PacketRules { Baselines = -1 }, Refused("-1"));
        Assert.That(() => new PacketRules { Baselines = 65 }, Refused("65"));
        PacketRules limits = new() { MaxPayloadSize = 0, Directions = PacketDirections.Both, Baselines = 64 };
        Assert.That((limits.MaxPayloadSize, limits.Directions, limits.Baselines), Is.EqualTo((0, PacketDirections.Both, 64)));
        Assert.That(
            (PacketRules.None.MaxPayloadSize, PacketRules.None.Directions, PacketRules.None.States),
            Is.EqualTo((int.MaxValue, PacketDirections.Both, default(PacketStates))));

        static IResolveConstraint Refused(string value) =>
            Throws.InstanceOf<ArgumentOutOfRangeException>().With.Message.Contains(value);
    }
}
