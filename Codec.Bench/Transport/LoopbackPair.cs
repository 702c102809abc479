namespace Codec.Bench.Transport;

/// <summary>Two connected sockets on the loopback address, without Nagle's delay.</summary>
internal static class LoopbackPair
{
    internal static (Socket Client, Socket Server) Connect()
    {
        using Socket listener = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        listener.Listen();
        Socket client = Connect(listener.LocalEndPoint!);
        Socket server = listener.Accept();
        server.NoDelay = true;
        return (client, server);
    }

    internal static Socket Connect(EndPoint endPoint)
    {
        Socket socket = new(endPoint.AddressFamily, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        socket.Connect(endPoint);
        return socket;
    }
}
