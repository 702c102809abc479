using System.Collections.Generic;
using Codec.Dispatch;
using Codec.Framing;
using Codec.Packets;
using Codec.Tests.Every;
using NUnit.Framework;

namespace Codec.Tests.GeneratedCode;

/// <summary>Packets of a schema at the dispatcher, under the schema's ids and limits.</summary>
[TestFixture]
internal sealed class RegistrationTests
{
    [Test]
    public void A_generated_packet_reaches_its_handler_verified_and_within_its_limits()
    {
        List<string> log = [];
        PacketRoutes<List<string>> routes = new();
        routes.AddRoot(static (seen, message) => seen.Add($"{message.Name} {message.Event}"))
            .AddNothing(static (seen, message) => seen.Add($"nothing {message.IsPresent}"));
        using PacketDispatcher<List<string>> dispatcher = new(routes, log, PacketDirections.ToServer);

        byte[] packet = new byte[1024];
        Assert.That(new Root { Name = "Ada", Event = 3 }.TryWritePacket(packet, out int written), Is.True);
        Assert.That(dispatcher.Dispatch(new Packet(packet, 0, written, Root.PacketId, 4)), Is.EqualTo(PacketError.None));
        Assert.That(new Nothing().TryWritePacket(packet, out written), Is.True);
        Assert.That(dispatcher.Dispatch(new Packet(packet, 0, written, Nothing.PacketId, 4)), Is.EqualTo(PacketError.None));
        Assert.That(log, Is.EqualTo((string[])["Ada 3", "nothing True"]));

        packet[4] = 0xFF;
        Assert.That(dispatcher.Dispatch(new Packet(packet, 0, written, Nothing.PacketId, 4)), Is.EqualTo(PacketError.PayloadInvalid));
        Assert.That(dispatcher.Dispatch(new Packet(new byte[60_005], 0, 60_005, Root.PacketId, 4)), Is.EqualTo(PacketError.PayloadTooLarge));
        Assert.That(log, Has.Count.EqualTo(2));
    }

    [Test]
    public void A_payload_over_its_limit_is_no_packet() =>
        Assert.That(
            () => new Root { Name = new string('x', 60_000) }.TryWritePacket(new byte[200_000], out _),
            Throws.InvalidOperationException.With.Message.Contains("60000"));
}
