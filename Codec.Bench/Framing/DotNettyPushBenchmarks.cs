using DotNetty.Buffers;
using DotNetty.Codecs;
using DotNetty.Common;
using DotNetty.Transport.Channels;
using DotNetty.Transport.Channels.Embedded;

namespace Codec.Bench.Framing;

/// <summary>
/// DotNetty's <c>LengthFieldBasedFrameDecoder</c>. A chunk is copied into a pooled buffer, as a channel has it, and goes to the pipeline.
/// </summary>
/// <remarks>
/// Netty's page "Reference counted objects" recommends pooled buffers that the last handler releases. Leak detection costs time, so it is off.
/// <c>EmbeddedChannel.WriteInbound</c> would add the tasks of its event loop to each chunk.
/// </remarks>
public class DotNettyPushBenchmarks : PushPeer
{
    private readonly PooledByteBufferAllocator _pool = PooledByteBufferAllocator.Default;
    private IChannelPipeline _pipeline = null!;

    public override void Setup()
    {
        base.Setup();
        ResourceLeakDetector.Level = ResourceLeakDetector.DetectionLevel.Disabled;
        EmbeddedChannel channel = new(Decoder(), new LastHandler(Take));
        channel.Configuration.Allocator = _pool;
        _pipeline = channel.Pipeline;
    }

    internal static LengthFieldBasedFrameDecoder Decoder() => new(ByteOrder.LittleEndian, PacketData.LongestPacket, lengthFieldOffset: 0,
        lengthFieldLength: 2, lengthAdjustment: 2, initialBytesToStrip: 0, failFast: true);

    protected override void Read(int offset, int count)
    {
        IByteBuffer buffer = _pool.Buffer(count);
        buffer.WriteBytes(Data, offset, count);
        _pipeline.FireChannelRead(buffer);
        _pipeline.FireChannelReadComplete();
    }

    private void Take(IChannelHandlerContext context, IByteBuffer packet)
    {
        Add(packet.GetUnsignedShortLE(2), packet.GetByte(4));
        packet.Release();
    }

    internal sealed class LastHandler(Action<IChannelHandlerContext, IByteBuffer> take) : ChannelHandlerAdapter
    {
        public override void ChannelRead(IChannelHandlerContext context, object message) => take(context, (IByteBuffer)message);
    }
}
