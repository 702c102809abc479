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

    /// <summary>Reads packets, and adds the text of each scene, or the error. An error that a peer has found is a packet with only its number.</summary>
    internal void Read(ReadOnlySpan<byte> packets)
    {
        while (TryRead(packets, out int consumed) || consumed > 0)
        {
            packets = packets[consumed..];
        }

        Assert.That(packets.Length, Is.Zero);
    }

    /// <summary>Reads a packet.</summary>
    /// <returns>Whether it was accepted.</returns>
    internal bool TryRead(ReadOnlySpan<byte> packets) => TryRead(packets, out _);

    private bool TryRead(ReadOnlySpan<byte> packets, out int consumed)
    {
        if (PacketDecoder.Decode(packets, PacketFormat.Default, out Packet packet, out consumed, out _) != OperationStatus.Done)
        {
            consumed = 0;
            return false;
        }

        bool isScene = packet.Id == 108;
        Whole += isScene && packet.PayloadSize > 1 && packet.Payload[1] == 0 ? 1 : 0;
        PacketError error = isScene && packet.PayloadSize == 1 ? (PacketError)packet.Payload[0] : _dispatcher.Dispatch(packet);
        if (error != PacketError.None)
        {
            Texts.Add($"{error}");
        }

        return error == PacketError.None;
    }

    public void Dispose() => _dispatcher.Dispose();
}
