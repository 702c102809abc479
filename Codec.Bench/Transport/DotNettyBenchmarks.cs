using Codec.Bench.Framing;
using DotNetty.Buffers;
using DotNetty.Common;
using DotNetty.Transport.Bootstrapping;
using DotNetty.Transport.Channels;
using DotNetty.Transport.Channels.Sockets;

namespace Codec.Bench.Transport;

/// <summary>DotNetty's channels over TCP, with <c>LengthFieldBasedFrameDecoder</c> for the same packets.</summary>
/// <remarks>
/// As in DotNetty's own benchmark, <c>TcpChannelPerfSpecs</c>, buffers are pooled, each end has one event loop, and the sender writes in a
/// task of its loop, several packets per flush.
/// </remarks>
public class DotNettyBenchmarks : TransportPeer
{
    // The hand-written sender's block of 64 KB has as many packets of 1 KB.
    private const int FlushInterval = 64;

    private readonly MultithreadEventLoopGroup _clientLoop = new(1);
    private readonly MultithreadEventLoopGroup _serverLoop = new(1);
    private IChannel[] _clients = [];
    private IChannel _server = null!;

    protected override void Connect()
    {
        ResourceLeakDetector.Level = ResourceLeakDetector.DetectionLevel.Disabled;
        ServerBootstrap server = new ServerBootstrap().Group(_serverLoop).Channel<TcpServerSocketChannel>()
            .ChildOption(ChannelOption.Allocator, PooledByteBufferAllocator.Default).ChildOption(ChannelOption.TcpNodelay, true)
            .ChildHandler(Handlers(Serve));
        Bootstrap client = new Bootstrap().Group(_clientLoop).Channel<TcpSocketChannel>()
            .Option(ChannelOption.Allocator, PooledByteBufferAllocator.Default).Option(ChannelOption.TcpNodelay, true)
            .Handler(Handlers((_, packet) =>
            {
                TakeAnswer(Bytes(packet));
                packet.Release();
            }));
        _server = server.BindAsync(IPAddress.Loopback, 0).GetAwaiter().GetResult();
        _clients = [.. Enumerable.Range(0, Clients).Select(_ => client.ConnectAsync(_server.LocalAddress).GetAwaiter().GetResult())];
    }

    protected override void Close()
    {
        // A loop of DotNetty 0.7.6 does not always end. Its thread ends with the process.
        Task.WaitAll([.. _clients.Select(client => client.CloseAsync()), _clientLoop.ShutdownGracefullyAsync(TimeSpan.Zero, Timeout)], Timeout);
        _serverLoop.ShutdownGracefullyAsync(TimeSpan.Zero, Timeout).Wait(Timeout);
    }

    protected override void Send(int client, int number)
    {
        IChannel channel = _clients[client];
        channel.WriteAsync(channel.Allocator.Buffer(PacketSize).WriteBytes(Number(client, number)));
        if (Echoes || (number + 1) % FlushInterval == 0 || number == PacketsOfClient - 1)
        {
            channel.Flush();
        }
    }

    protected override void ExchangeAll() => _clients[0].EventLoop.Execute(base.ExchangeAll);

    protected override void SendAll() => _clients[0].EventLoop.Execute(base.SendAll);

    private static ActionChannelInitializer<IChannel> Handlers(Action<IChannelHandlerContext, IByteBuffer> take) =>
        new(channel => channel.Pipeline.AddLast(DotNettyPushBenchmarks.Decoder(), new DotNettyPushBenchmarks.LastHandler(take)));

    private void Serve(IChannelHandlerContext context, IByteBuffer packet)
    {
        if (Echoes)
        {
            context.WriteAndFlushAsync(packet);
        }
        else
        {
            Take(Bytes(packet), out _);
            packet.Release();
        }
    }

    private static ReadOnlySpan<byte> Bytes(IByteBuffer packet) =>
        packet.Array.AsSpan(packet.ArrayOffset + packet.ReaderIndex, packet.ReadableBytes);
}
