namespace Codec.Tests.Framing.Drivers;

/// <summary>Dispatches the packets of a connection to a handler that returns before it has handled the packet.</summary>
public sealed class ConnectionAsyncDriver : ConnectionDispatchDriver
{
    private readonly PacketRoutes<Decoding> _asyncRoutes = new PacketRoutes<Decoding>().AddDefaultAsync(static async (stream, lease, _) =>
    {
        using (lease)
        {
            await Task.Yield();
            stream.Packets.Add((lease.Packet.Id, lease.Packet.Payload.ToArray()));
        }
    });

    private protected override PacketDispatcher<Decoding> Recorder(Decoding stream) => new(_asyncRoutes, stream, PacketDirections.ToServer);
}
