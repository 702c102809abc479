using System.Buffers;
using Codec.Dispatch;
using Codec.Framing;

namespace Codec.Tests.Framing.Drivers;

/// <summary>Handlers that note every packet, whatever its id: those of odd ids through a state of their own.</summary>
internal sealed class RecordingRoutes
{
    private readonly PacketRoutes<Decoding> _routes = new();
    private Decoding _stream = new();

    public RecordingRoutes()
    {
        RawRoute<Decoding> even = new(Note);
        RawRoute<RecordingRoutes> odd = new(static (own, in packet) => Note(own._stream, packet));
        for (int id = 0; id <= ushort.MaxValue; id += 2)
        {
            _routes.Add((ushort)id, even).Add((ushort)(id + 1), this, odd);
        }
    }

    /// <summary>A dispatcher that notes packets, one stream at a time; ids that are too wide for a route come as reports.</summary>
    public PacketDispatcher<Decoding> Dispatcher(Decoding stream, ArrayPool<byte>? pool = null)
    {
        _stream = stream;
        return new PacketDispatcher<Decoding>(_routes, stream, PacketDirections.ToServer, UnknownPacketPolicy.Report, Note, pool);
    }

    private static void Note(Decoding stream, in Packet packet) => stream.Packets.Add((packet.Id, packet.Payload.ToArray()));
}
