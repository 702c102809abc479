namespace Codec.Tests.Payloads;

/// <summary>Shapes of the messages that tests pack.</summary>
internal static class PackedShapes
{
    /// <summary>Returns the shape of a message, as generated code contains it.</summary>
    public static PayloadShape Of(SchemaIndex index, PayloadMessage message) =>
        new(PackingShape.Of(index, index.Find(message.FullName), message.Table?.Layout.Identifier));

    /// <summary>Returns the shape of a root of <see cref="CompiledRoots"/>.</summary>
    public static PayloadShape Of(string root) => Of(CompiledRoots.Instance.Index, CompiledRoots.Instance.MessageOf(root));

    /// <summary>Returns a packed payload. Fails if it cannot be packed.</summary>
    public static byte[] Pack(PayloadShape shape, byte[] payload)
    {
        byte[] packed = new byte[PackedPayload.GetMaxPackedSize(payload.Length)];
        Assert.That(PackedPayload.Pack(shape, payload, packed, out int written), Is.EqualTo(OperationStatus.Done), () => Convert.ToHexString(payload));
        return packed[..written];
    }

    /// <summary>Returns an unpacked payload. Fails if it cannot be unpacked.</summary>
    public static byte[] Unpack(PayloadShape shape, byte[] packed, int limit)
    {
        byte[] payload = new byte[PackedPayload.GetMaxUnpackedSize(limit)];
        Assert.That(PackedPayload.Unpack(shape, packed, payload, out int written), Is.EqualTo(PacketError.None), () => Convert.ToHexString(packed));
        return payload[..written];
    }

    /// <summary>Packs and unpacks a payload, and checks that the result is as valid as the payload, and has the same values. Returns the packed payload.</summary>
    public static byte[] RoundTrip(PayloadShape shape, PayloadMessage message, byte[] payload)
    {
        byte[] packed = Pack(shape, payload);
        byte[] unpacked = Unpack(shape, packed, payload.Length);
        Assert.That(message.Verify(unpacked), Is.EqualTo(message.Verify(payload)), () => $"{message.FullName}: {Convert.ToHexString(payload)} becomes {Convert.ToHexString(unpacked)}");

        // A random payload can have more tables than its schema allows.
        if (message.Verify(payload))
        {
            Assert.That(message.ToJson(unpacked), Is.EqualTo(message.ToJson(payload)), () => $"{message.FullName}: {Convert.ToHexString(payload)}");
        }

        return packed;
    }
}
