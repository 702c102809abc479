using Codec.Dispatch;

namespace Codec.FlatBuffers;

internal sealed class FlatBufferRoute<TState, TRoot>(FlatBufferReader<TRoot> reader, PacketHandler<TState, TRoot> handler) : GeneratedRoute<TState>
    where TRoot : struct, IFlatbufferObject
{
    public override PacketError Deliver(in Packet packet, TState state, DispatchScratch scratch)
    {
        using PayloadBuffer? buffer = reader.Read(packet, scratch, out TRoot root);
        if (buffer is null)
        {
            return PacketError.PayloadInvalid;
        }

        handler(state, in root);
        return PacketError.None;
    }
}
