namespace Codec.Cli.Payloads;

/// <summary>Unpacks the payloads of packed packets. Not thread-safe.</summary>
internal sealed class PayloadUnpacker
{
    private readonly PayloadBytes _payload = new(ArrayPool<byte>.Shared);
    private readonly DeltaUnpacker _deltas = new();

    /// <summary>Gets or sets the meter of the packets of a message; may be <see langword="null"/>.</summary>
    public Func<PayloadMessage, IFieldMeter>? Meter { get; set; }

    /// <summary>Unpacks a packet, up to the size limit of its schema.</summary>
    /// <param name="payload">The payload, or the packed payload if it cannot be unpacked. Valid until the next call.</param>
    /// <returns><see cref="PacketError.None"/>, or the reason why it cannot be unpacked.</returns>
    public PacketError Unpack(scoped in TracedPacket packet, PayloadMessage message, out ReadOnlySpan<byte> payload)
    {
        PayloadWalk.OfThread.Meter = Meter?.Invoke(message);
        PacketError error = message.Baselines > 0 ? _deltas.Unpack(packet, message, out payload) : Unpack(packet.Payload, message, out payload);
        PayloadWalk.OfThread.Meter = null;
        return error;
    }

    /// <summary>Unpacks a payload that is not sent as a difference.</summary>
    public PacketError Unpack(ReadOnlySpan<byte> packed, PayloadMessage message, out ReadOnlySpan<byte> payload)
    {
        PacketError error = PayloadWalk.OfThread.Unpack(message.Shape!, packed, null, message.UnpackedLimit, _payload);
        payload = error == PacketError.None ? _payload.Written : packed;
        return error;
    }

    /// <summary>Describes an error in a sentence that starts with its name.</summary>
    public static string Describe(PacketError error, PayloadMessage message) => error switch
    {
        PacketError.PayloadTooLarge => $"PayloadTooLarge: the payload unpacks to more than {message.UnpackedLimit} bytes.",
        PacketError.PackedInvalid => "PackedInvalid: the packed payload does not match the schema, which may be another version.",
        PacketError.BaselineMismatch => "BaselineMismatch: the packet is the difference to a payload of another sender.",
        PacketError.PackedTruncated => "PackedTruncated: the packed payload ends before its last value.",
        _ => error.ToString(),
    };
}
