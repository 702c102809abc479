namespace Codec.Cli.Payloads;

/// <summary>Unpacks packets that are sent as differences to earlier ones, as a receiver does. Not thread-safe.</summary>
internal sealed class DeltaUnpacker
{
    // A capture may have any number of connections, and each keeps payloads.
    private const int MaxReceivers = 256;

    private readonly Dictionary<(uint Connection, CaptureDirection Direction, uint Id), DeltaBaselines> _receivers = [];

    /// <summary>Unpacks a packet, if the baseline was in an earlier packet.</summary>
    /// <param name="payload">The payload. Valid until the next call.</param>
    public PacketError Unpack(scoped in TracedPacket packet, PayloadMessage message, out ReadOnlySpan<byte> payload)
    {
        var key = (packet.Connection, packet.Direction, packet.Id);
        if (!_receivers.TryGetValue(key, out DeltaBaselines? receiver))
        {
            if (_receivers.Count == MaxReceivers)
            {
                _receivers.Clear();
            }

            _receivers.Add(key, receiver = new DeltaBaselines(message.Baselines));
        }

        PacketError error = receiver.Unpack(message.Shape!, packet.Payload, message.UnpackedLimit, out byte[] bytes, out int size);
        payload = error == PacketError.None ? bytes.AsSpan(0, size) : packet.Payload;
        return error;
    }
}
