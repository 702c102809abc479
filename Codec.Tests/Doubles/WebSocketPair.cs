namespace Codec.Tests.Doubles;

/// <summary>A client's and a server's WebSocket that are connected to each other, without HTTP.</summary>
internal sealed class WebSocketPair : IDisposable
{
    public WebSocketPair()
    {
        using Socket listener = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        listener.Listen();
        Socket client = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        client.Connect(listener.LocalEndPoint!);
        Client = Over(client, isServer: false);
        Server = Over(listener.Accept(), isServer: true);
    }

    public WebSocket Client { get; }

    public WebSocket Server { get; }

    public void Dispose()
    {
        Client.Dispose();
        Server.Dispose();
    }

    private static WebSocket Over(Socket socket, bool isServer)
    {
        socket.NoDelay = true;
        return WebSocket.CreateFromStream(new NetworkStream(socket, ownsSocket: true), isServer, subProtocol: null, Timeout.InfiniteTimeSpan);
    }
}
