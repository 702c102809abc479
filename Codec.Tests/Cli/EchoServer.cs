namespace Codec.Tests.Cli;

/// <summary>A server that sends back everything that it receives, over TCP and UDP on the same port number.</summary>
internal sealed class EchoServer : IDisposable
{
    private readonly TcpListener _listener;
    private readonly UdpClient _datagrams;

    public EchoServer(IPAddress? address = null)
    {
        (_listener, _datagrams) = Listen(address ?? IPAddress.Loopback);
        EndPoint = (IPEndPoint)_listener.LocalEndpoint;
        StartThread(Accept);
        _ = EchoDatagramsAsync();
    }

    public IPEndPoint EndPoint { get; }

    public void Dispose()
    {
        _listener.Dispose();
        _datagrams.Dispose();
    }

    private static (TcpListener Listener, UdpClient Datagrams) Listen(IPAddress address)
    {
        while (true)
        {
            TcpListener listener = new(address, 0);
            listener.Start();
            try
            {
                return (listener, new UdpClient((IPEndPoint)listener.LocalEndpoint));
            }
            catch (SocketException exception) when (exception.SocketErrorCode == SocketError.AddressAlreadyInUse)
            {
                // Another test uses the port for datagrams.
                listener.Dispose();
            }
        }
    }

    // Not threads of the pool, which other tests block for seconds.
    private static void StartThread(Action action) => new Thread(() => action()) { IsBackground = true }.Start();

    private static void Echo(TcpClient client)
    {
        using (client)
        {
            try
            {
                client.NoDelay = true;
                client.GetStream().CopyTo(client.GetStream());
                client.Client.Shutdown(SocketShutdown.Send);
            }
            catch (Exception exception) when (exception is System.IO.IOException or SocketException)
            {
            }
        }
    }

    private void Accept()
    {
        try
        {
            for (; ; )
            {
                TcpClient client = _listener.AcceptTcpClient();
                StartThread(() => Echo(client));
            }
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException or InvalidOperationException)
        {
        }
    }

    private async Task EchoDatagramsAsync()
    {
        try
        {
            for (; ; )
            {
                UdpReceiveResult received = await _datagrams.ReceiveAsync();
                await _datagrams.SendAsync(received.Buffer, received.RemoteEndPoint);
            }
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException or OperationCanceledException)
        {
        }
    }
}
