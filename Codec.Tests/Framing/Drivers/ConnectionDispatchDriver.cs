namespace Codec.Tests.Framing.Drivers;

/// <summary>Dispatches the packets of a connection.</summary>
public sealed class ConnectionDispatchDriver : ConnectionDriver
{
    private readonly RecordingRoutes _routes = new();

    private protected override async Task ReceiveAsync(PacketConnection connection, Decoding stream, PacketDispatcher<Decoding>? dispatcher)
    {
        using PacketDispatcher<Decoding>? recorder = dispatcher is null ? _routes.Dispatcher(stream) : null;
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
