namespace Codec.Tests.Contracts.Sinks;

/// <summary>A <see cref="PacketWriter"/> over a stream, used asynchronously.</summary>
public sealed class AsyncStreamSink : StreamSink
{
    public override void Send<TPacket>(in TPacket packet) => Writer!.WriteAsync(packet).AsTask().GetAwaiter().GetResult();

    public override void Send(uint id, byte[] payload) => Writer!.WriteAsync(id, payload).AsTask().GetAwaiter().GetResult();

    public override byte[] Close()
    {
        Writer!.DisposeAsync().AsTask().GetAwaiter().GetResult();
        return base.Close();
    }
}
