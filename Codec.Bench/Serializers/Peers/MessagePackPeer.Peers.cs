using System;
using System.Buffers;
using System.Runtime.CompilerServices;
using MessagePack;

namespace Codec.Bench.Serializers.Peers;

/// <summary>MessagePack for C#: generated formatters with numbers as keys, uncompressed.</summary>
public sealed class MessagePackPeer : PeerSerializer
{
    /// <inheritdoc/>
    public override string Name => "MessagePack";

    /// <inheritdoc/>
    protected override Func<int> Writer<T>(ArrayBufferWriter<byte> buffer, T value) => () =>
    {
        buffer.ResetWrittenCount();
        MessagePackSerializer.Serialize(buffer, value);
        return buffer.WrittenCount;
    };

    /// <inheritdoc/>
    protected override Func<double> Reader<T>(byte[] payload, Func<T, double> sum)
    {
        ReadOnlyMemory<byte> bytes = payload;
        return [MethodImpl(SerializerCall.NotInTheCaller)] () => sum(MessagePackSerializer.Deserialize<T>(bytes));
    }
}
