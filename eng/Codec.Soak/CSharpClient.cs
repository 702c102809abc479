using System.Security.Authentication;

namespace Codec.Soak;

/// <summary>The C# client end of a link, over a <see cref="PacketConnection"/>.</summary>
internal static class CSharpClient
{
    public static async Task RunAsync(LinkEnd end, EndPoint server)
    {
        end.State = "connecting";
        try
        {
            PacketConnection connection = await ConnectAsync(end.Plan, server).ConfigureAwait(false);
            ResourceCheck.Watch(connection, $"the client of {end.Plan}");
            await new Session(connection, _ => null).RunAsync(end).ConfigureAwait(false);
        }
        catch (Exception exception) when (exception is IOException or AuthenticationException or OperationCanceledException)
        {
            end.State = $"not connected: {exception.Message}";
            end.Ended = StreamEnd.Failed;
            end.IsClosed = true;
        }
    }

    private static async Task<PacketConnection> ConnectAsync(LinkPlan plan, EndPoint server)
    {
        PacketConnectionOptions options = plan.Fault switch
        {
            LinkFault.HalfOpen => Transports.WithDeadlines,
            LinkFault.Disposed => new() { CloseTimeout = TimeSpan.Zero, SendLimit = plan.SendLimit },
            _ => new() { SendLimit = plan.SendLimit },
        };
        if (plan.Transport == LinkTransport.Tcp)
        {
            return await PacketConnection.ConnectAsync(server, options: options).ConfigureAwait(false);
        }

        Socket socket = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        await socket.ConnectAsync(server).ConfigureAwait(false);
        return await Transports.ConnectAsync(socket, plan.Transport, isServer: false, options).ConfigureAwait(false);
    }
}
