namespace Codec.Cli.Payloads;

/// <summary>Packs the payloads of packed packets.</summary>
internal static class PayloadPacker
{
    /// <summary>Packs a payload.</summary>
    /// <param name="buffer">The memory of the result, whose content is replaced.</param>
    /// <exception cref="JsonException">The payload has more bytes than its schema allows, or its tables are nested too deep.</exception>
    public static ReadOnlySpan<byte> Pack(ReadOnlySpan<byte> payload, PayloadMessage message, ArrayBufferWriter<byte> buffer)
    {
        if (payload.Length > message.UnpackedLimit)
        {
            throw new JsonException($"The payload has {payload.Length} bytes; {message.Name} has at most {message.UnpackedLimit}.");
        }

        // A whole message, which no later one refers to.
        int header = message.Baselines > 0 ? 2 : 0;
        buffer.ResetWrittenCount();
        Span<byte> packed = buffer.GetSpan(header + PackedPayload.GetMaxPackedSize(payload.Length));
        packed[..header].Clear();
        return PackedPayload.Pack(message.Shape!, payload, packed[header..], out int written) == OperationStatus.Done ? packed[..(header + written)]
            : throw new JsonException($"The payload cannot be packed: the tables of {message.Name} are nested too deep.");
    }
}
