namespace Codec.Tests.Framing.Drivers;

/// <summary>Dispatches the packets of a connection.</summary>
public class ConnectionDispatchDriver : ConnectionDriver
{
    private readonly RecordingRoutes _routes = new();

    private protected virtual PacketDispatcher<Decoding> Recorder(Decoding stream) => _routes.Dispatcher(stream);

    private protected override async Task ReceiveAsync(PacketConnection connection, Decoding stream, PacketDispatcher<Decoding>? dispatcher)
    {
        using PacketDispatcher<Decoding>? recorder = dispatcher is null ? Recorder(stream) : null;
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
