using System;
using System.IO;
using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using System.Net.WebSockets;
using System.Security.Authentication;
using System.Threading;
using System.Threading.Tasks;
using Codec.Transport;

namespace Codec.Soak;

/// <summary>The C# client end of a link, over a <see cref="PacketConnection"/>.</summary>
internal static class CSharpClient
{
    // The buffer is small, so that the client soon waits if the relay does not read.
    private const int SocketBuffer = 16 * 1024;

    /// <summary>Connects, and runs the client end of the link.</summary>
    public static async Task RunAsync(LinkEnd end, EndPoint server)
    {
        PacketConnection connection;
        end.State = "connecting";
        try
        {
            connection = await ConnectAsync(end.Plan, server).ConfigureAwait(false);
        }
        catch (Exception exception) when (exception is IOException or AuthenticationException or OperationCanceledException)
        {
            end.State = $"not connected: {exception.Message}";
            end.Ended = StreamEnd.Failed;
            end.IsClosed = true;
            return;
        }

        ResourceCheck.Watch(connection, $"the client of {end.Plan}");
        await Session.RunClientAsync(connection, end).ConfigureAwait(false);
    }

    private static async Task<PacketConnection> ConnectAsync(LinkPlan plan, EndPoint server)
    {
        PacketConnectionOptions options = plan.Fault switch
        {
            LinkFault.HalfOpen => CSharpServer.Strict,
            LinkFault.GivenUp => new() { IdleTimeout = CSharpServer.Strict.IdleTimeout, SendLimit = plan.SendLimit },
            LinkFault.Disposed => new() { CloseTimeout = TimeSpan.Zero, SendLimit = plan.SendLimit },
            _ => new() { SendLimit = plan.SendLimit },
        };
        if (plan.Transport == LinkTransport.Tcp && plan.Fault != LinkFault.GivenUp)
        {
            return await PacketConnection.ConnectAsync(server, options: options).ConfigureAwait(false);
        }

        Socket socket = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        try
        {
            if (plan.Fault == LinkFault.GivenUp)
            {
                socket.SendBufferSize = SocketBuffer;
            }

            await socket.ConnectAsync(server).ConfigureAwait(false);
            return plan.Transport switch
            {
                LinkTransport.Tls => new PacketConnection(await AuthenticateAsync(socket).ConfigureAwait(false), options: options),
                LinkTransport.WebSocket => new PacketConnection(
                    WebSocket.CreateFromStream(new NetworkStream(socket, ownsSocket: true), isServer: false, subProtocol: null, Timeout.InfiniteTimeSpan), options: options),
                _ => new PacketConnection(socket, options: options),
            };
        }
        catch
        {
            socket.Dispose();
            throw;
        }
    }

    private static async Task<SslStream> AuthenticateAsync(Socket socket)
    {
#pragma warning disable CA5359 // The certificate was made a moment ago.
        SslStream tls = new(new NetworkStream(socket, ownsSocket: true), leaveInnerStreamOpen: false, (_, _, _, _) => true);
#pragma warning restore CA5359
        try
        {
            using CancellationTokenSource timeout = new(CSharpServer.HandshakeTimeout);
            await tls.AuthenticateAsClientAsync(new SslClientAuthenticationOptions { TargetHost = "localhost" }, timeout.Token).ConfigureAwait(false);
            return tls;
        }
        catch
        {
            await tls.DisposeAsync().ConfigureAwait(false);
            throw;
        }
    }
}
