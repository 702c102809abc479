extern alias packets;

using packets::Game.Packed;

namespace Codec.Tests.Doubles;

/// <summary>Reads scenes, which may be sent as differences.</summary>
internal sealed class ReceivedScenes : IDisposable
{
    private readonly Scene _kept = new();
    private readonly PacketDispatcher<int> _dispatcher;

    internal ReceivedScenes(PacketRoutes<int>? others = null)
    {
        PacketRoutes<int> routes = (others ?? new PacketRoutes<int>()).AddRaw(7, static (_, in _) => { }).AddScene((_, view) =>
        {
            _kept.TryRead(view);
            Texts.Add(RandomScenes.TextOf(_kept));
        });
        _dispatcher = new PacketDispatcher<int>(routes, 0, PacketDirections.Both);
    }

    internal List<string> Texts { get; } = [];

    /// <summary>Gets how many packets were whole.</summary>
    internal int Whole { get; private set; }

    /// <summary>Reads packets, each of which must be accepted.</summary>
    internal void Read(ReadOnlySpan<byte> packets)
    {
        while (PacketDecoder.Decode(packets, PacketFormat.Default, out Packet packet, out int consumed, out _) == OperationStatus.Done)
        {
            Whole += packet.Id == 108 && packet.Payload[1] == 0 ? 1 : 0;
            Assert.That(_dispatcher.Dispatch(packet), Is.EqualTo(PacketError.None));
            packets = packets[consumed..];
        }

        Assert.That(packets.Length, Is.Zero);
    }

    public void Dispose() => _dispatcher.Dispose();
}
