using Codec.Payloads;

namespace Codec.Cli.Payloads;

/// <summary>Unpacks the payloads of packed packets. Not thread-safe.</summary>
internal sealed class PayloadUnpacker
{
    private byte[] _bytes = [];

    /// <summary>Unpacks a payload, up to the size limit of its schema.</summary>
    /// <param name="payload">The payload, or the packed payload if it cannot be unpacked. Valid until the next call.</param>
    /// <returns><see cref="PacketError.None"/>, or the reason why it cannot be unpacked.</returns>
    public PacketError Unpack(ReadOnlySpan<byte> packed, PayloadMessage message, out ReadOnlySpan<byte> payload)
    {
        payload = packed;
        int limit = message.UnpackedLimit;
        if (PackedPayload.TryGetUnpackedSize(packed, out int size) && size <= limit && size > _bytes.Length)
        {
            _bytes = new byte[size];
        }

        PacketError error = PackedPayload.Unpack(packed, _bytes.AsSpan(0, Math.Min(limit, _bytes.Length)), out int written);
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
        PacketError.PackedSizeInvalid => "PackedSizeInvalid: the packed payload does not start with a size.",
        PacketError.PackedTruncated => "PackedTruncated: the packed payload ends inside a word or a run.",
        PacketError.UnpackedTooShort => "UnpackedTooShort: the payload unpacks to fewer bytes than it declares.",
        PacketError.UnpackedTooLong => "UnpackedTooLong: the payload unpacks to more bytes than it declares.",
        _ => error.ToString(),
    };
}
