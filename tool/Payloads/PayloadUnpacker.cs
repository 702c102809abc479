using Codec.Payloads;

namespace Codec.Cli.Payloads;

/// <summary>Unpacks the payloads of packed packets. Not thread-safe.</summary>
internal sealed class PayloadUnpacker
{
    // The first byte of a payload that packing does not make shorter.
    private const byte Stored = 1;

    private byte[] _bytes = new byte[4096];

    public DeltaUnpacker Deltas { get; } = new();

    /// <summary>Unpacks a payload, up to the size limit of its schema.</summary>
    /// <param name="payload">The payload, or the packed payload if it cannot be unpacked. Valid until the next call.</param>
    /// <returns><see cref="PacketError.None"/>, or the reason why it cannot be unpacked.</returns>
    public PacketError Unpack(ReadOnlySpan<byte> packed, PayloadMessage message, out ReadOnlySpan<byte> payload)
    {
        payload = packed;
        if (packed.Length - 1 > message.UnpackedLimit && packed[0] == Stored)
        {
            return PacketError.PayloadTooLarge;
        }

        int largest = PackedPayload.GetMaxUnpackedSize(message.UnpackedLimit);
        PacketError error = PackedPayload.Unpack(message.Shape!, packed, _bytes.AsSpan(0, Math.Min(largest, _bytes.Length)), out int written);
        while (error == PacketError.PayloadTooLarge && _bytes.Length < largest)
        {
            _bytes = new byte[(int)Math.Min(largest, 2L * _bytes.Length)];
            error = PackedPayload.Unpack(message.Shape!, packed, _bytes, out written);
        }

        if (error == PacketError.None)
        {
            payload = _bytes.AsSpan(0, written);
        }

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
