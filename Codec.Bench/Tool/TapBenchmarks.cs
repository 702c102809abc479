namespace Codec.Bench.Tool;

/// <summary>
/// How many packets does <c>codec tap</c> forward, capture and print on one core? A client sends 64-byte packets to a server that discards them.
/// Conclusion: far more than a game sends. The capture and the printing take most of the time.
/// </summary>
[Needs("taskset")]
public sealed class TapBenchmarks : IDisposable
{
    private const int Packets = 100_000;
    private const int PacketSize = 64;

    /// <summary>
    /// The time after which the tap ends even if this process was killed and did not end it. It is longer than a measurement takes.
    /// </summary>
    private const string OrphanLimit = "10m";

    private static readonly TimeSpan StartLimit = TimeSpan.FromSeconds(30);

    private readonly string _capture = Programs.TemporaryFile();
    private readonly byte[] _packets = new byte[Packets * PacketSize];
    private readonly byte[] _received = new byte[64 * 1024];
    private ToolProcess? _tap;
    private Socket? _client;
    private Socket? _server;

    [GlobalSetup]
    public void Setup()
    {
        for (int i = 0; i < Packets; i++)
        {
            _packets[i * PacketSize] = PacketSize - 4;
            _packets[(i * PacketSize) + 2] = 9;
        }

        using Socket listener = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        listener.Listen();
        int port = FreePort();
        _tap = new ToolProcess(["taskset", "-c", "0"], "tap", $"127.0.0.1:{port}", $"{listener.LocalEndPoint}", "--output", _capture, "--duration",
            OrphanLimit);
        _client = Connect(port);
        _server = listener.Accept();
    }

    [GlobalCleanup]
    public void Dispose()
    {
        _client?.Dispose();
        _server?.Dispose();
        _tap?.Dispose();
        _tap = null;
        File.Delete(_capture);
    }

    /// <summary>Sends packets through the tap, and returns the number of bytes that arrived.</summary>
    [Benchmark(OperationsPerInvoke = Packets)]
    public long Forward()
    {
        Thread sending = new(() =>
        {
            for (int sent = 0; sent < _packets.Length;)
            {
                sent += _client!.Send(_packets.AsSpan(sent));
            }
        });
        sending.Start();
        long received = 0;
        while (received < _packets.Length)
        {
            received += _server!.Receive(_received);
        }

        sending.Join();
        return received;
    }

    private static int FreePort()
    {
        using Socket socket = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        socket.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        return ((IPEndPoint)socket.LocalEndPoint!).Port;
    }

    // The tap starts to listen some time after its process starts.
    private static Socket Connect(int port)
    {
        for (DateTime limit = DateTime.UtcNow + StartLimit; ; Thread.Sleep(50))
        {
            Socket socket = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
            try
            {
                socket.Connect(IPAddress.Loopback, port);
                return socket;
            }
            catch (SocketException) when (DateTime.UtcNow < limit)
            {
                socket.Dispose();
            }
        }
    }
}
