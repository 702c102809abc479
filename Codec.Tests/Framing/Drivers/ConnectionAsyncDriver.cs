namespace Codec.Tests.Framing.Drivers;

/// <summary>Dispatches the packets of a connection to a handler that returns before it has handled the packet.</summary>
public sealed class ConnectionAsyncDriver : ConnectionDriver
{
    private readonly PacketRoutes<Decoding> _routes = new PacketRoutes<Decoding>().AddDefaultAsync(static async (stream, lease, _) =>
    {
        using (lease)
        {
            await Task.Yield();
            stream.Packets.Add((lease.Packet.Id, lease.Packet.Payload.ToArray()));
        }
    });

    private protected override async Task ReceiveAsync(PacketConnection connection, Decoding stream, PacketDispatcher<Decoding>? dispatcher)
    {
        using PacketDispatcher<Decoding>? recorder = dispatcher is null ? new(_routes, stream, PacketDirections.ToServer) : null;
        while (true)
        {
            try
            {
                await connection.RunAsync(dispatcher ?? recorder!);
                return;
            }
            catch (HandlerException)
            {
                stream.HandlerFailures++;
            }
        }
    }
}
