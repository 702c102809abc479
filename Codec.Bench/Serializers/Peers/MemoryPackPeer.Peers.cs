using System;
using System.Buffers;
using System.Runtime.CompilerServices;
using MemoryPack;

namespace Codec.Bench.Serializers.Peers;

/// <summary>MemoryPack: generated code, which reads into an existing object.</summary>
public sealed class MemoryPackPeer : PeerSerializer
{
    /// <inheritdoc/>
    public override string Name => "MemoryPack";

    /// <inheritdoc/>
    protected override Func<int> Writer<T>(ArrayBufferWriter<byte> buffer, T value) => () =>
    {
        buffer.ResetWrittenCount();
        MemoryPackSerializer.Serialize(buffer, value);
        return buffer.WrittenCount;
    };

    /// <inheritdoc/>
    protected override Func<double> Reader<T>(byte[] payload, Func<T, double> sum)
    {
        T? value = null;
        return [MethodImpl(SerializerCall.NotInTheCaller)] () =>
        {
            MemoryPackSerializer.Deserialize(payload, ref value);
            return sum(value!);
        };
    }
}
