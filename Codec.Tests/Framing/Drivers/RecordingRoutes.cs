namespace Codec.Tests.Framing.Drivers;

/// <summary>Records every packet: packets of some ids in separate handlers, all others in the default handler.</summary>
internal sealed class RecordingRoutes
{
    private readonly PacketRoutes<Decoding> _routes = new();

    public RecordingRoutes()
    {
        for (uint id = 0; id <= ushort.MaxValue; id += 3)
        {
            _routes.AddRaw(id, Note);
        }

        _routes.AddRaw(uint.MaxValue, Note).AddDefault(Note);
    }

    /// <summary>Creates a dispatcher that records the packets of one stream.</summary>
    public PacketDispatcher<Decoding> Dispatcher(Decoding stream, ArrayPool<byte>? pool = null) =>
        new(_routes, stream, PacketDirections.ToServer, pool: pool);

    private static void Note(Decoding stream, in Packet packet) => stream.Packets.Add((packet.Id, packet.Payload.ToArray()));
}
