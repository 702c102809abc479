namespace Codec.Bench.Scale;

/// <summary>The server that is measured. It accepts connections and answers each packet with the same packet.</summary>
internal interface IEchoServer : IDisposable
{
    /// <summary>Gets the address that the server listens on.</summary>
    IPEndPoint EndPoint { get; }

    /// <summary>Waits until a number of connections is open.</summary>
    void Wait(int connections);

    /// <summary>Accepts connections until the server is disposed.</summary>
    Task AcceptAsync();

    /// <summary>Sends a packet to every connection, a number of times.</summary>
    Task BroadcastAsync(long times);
}
