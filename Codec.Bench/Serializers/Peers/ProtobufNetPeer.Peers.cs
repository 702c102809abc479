using System;
using System.Buffers;
using System.Runtime.CompilerServices;
using ProtoBuf;

namespace Codec.Bench.Serializers.Peers;

/// <summary>protobuf-net: precompiled serializers, which read from a span. They read -0.0f as +0.</summary>
public sealed class ProtobufNetPeer : PeerSerializer
{
    /// <inheritdoc/>
    public override string Name => "protobuf-net";

    /// <inheritdoc/>
    protected override Func<int> Writer<T>(ArrayBufferWriter<byte> buffer, T value) => () =>
    {
        buffer.ResetWrittenCount();
        Serializer.Serialize(buffer, value);
        return buffer.WrittenCount;
    };

    /// <inheritdoc/>
    protected override Func<double> Reader<T>(byte[] payload, Func<T, double> sum)
    {
        Serializer.PrepareSerializer<T>();
        return [MethodImpl(SerializerCall.NotInTheCaller)] () => sum(Serializer.Deserialize<T>(payload.AsSpan()));
    }
}
