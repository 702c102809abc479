using Codec.Dispatch;

namespace Codec.Cli.Payloads;

/// <summary>Unpacks packets that are sent as differences to earlier ones, as a receiver does. Not thread-safe.</summary>
internal sealed class DeltaUnpacker
{
    // A capture may have any number of connections, and each keeps payloads.
    private const int MaxReceivers = 256;

    private static readonly PacketFormat Format = new(sizeWidth: 4, idWidth: 4, maxPayloadSize: 1 << 30);

    private readonly ArrayBufferWriter<byte> _packet = new();
    private readonly ArrayBufferWriter<byte> _payload = new();
    private readonly Dictionary<(uint Connection, CaptureDirection Direction, uint Id), PacketDispatcher<ArrayBufferWriter<byte>>> _receivers = [];

    /// <summary>Unpacks a packet, if the baseline was in an earlier packet.</summary>
    /// <param name="payload">The payload. Valid until the next call.</param>
    public PacketError Unpack(scoped in TracedPacket packet, PayloadMessage message, out ReadOnlySpan<byte> payload)
    {
        var key = (packet.Connection, packet.Direction, packet.Id);
        if (!_receivers.TryGetValue(key, out PacketDispatcher<ArrayBufferWriter<byte>>? receiver))
        {
            if (_receivers.Count == MaxReceivers)
            {
                _receivers.Clear();
            }

            PacketRules rules = new() { Shape = message.Shape, Baselines = message.Baselines, MaxPayloadSize = message.UnpackedLimit };
            receiver = new(new PacketRoutes<ArrayBufferWriter<byte>>().AddRaw(packet.Id, Keep, rules), _payload, PacketDirections.ToServer);
            _receivers.Add(key, receiver);
        }

        _payload.ResetWrittenCount();
        _packet.ResetWrittenCount();
        PacketEncoder.Write(_packet, packet.Id, packet.Payload, Format);
        PacketDecoder.Decode(_packet.WrittenSpan, Format, out Packet copy, out _, out _);
        PacketError error = receiver.Dispatch(copy);
        payload = error == PacketError.None ? _payload.WrittenSpan : packet.Payload;
        return error;
    }

    private static void Keep(ArrayBufferWriter<byte> payload, in Packet packet) => payload.Write(packet.Payload);
}
