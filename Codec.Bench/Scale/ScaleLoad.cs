namespace Codec.Bench.Scale;

/// <summary>A server in another process, and the connections of this process to it. A call sends one packet on each connection.</summary>
internal sealed class ScaleLoad : IWorkload, IDisposable
{
    // Pending connections, far below the system's limit of 4,096 on Linux. Above the limit, connecting takes a second.
    private const int ConnectionsAtOnce = 500;

    private const int WarmConnections = 16;

    private readonly byte[] _packet;
    private readonly List<EchoClient> _clients = [];
    private readonly List<double> _processorTimes = [];
    private readonly bool _isBroadcast;
    private long _serverMethods;

    /// <summary>Starts the server.</summary>
    /// <param name="kind">The kind of the server.</param>
    /// <param name="packetSize">The size of the packets in bytes.</param>
    /// <param name="isBroadcast">Whether the server sends each packet to all connections, instead of answering the packet of each.</param>
    internal ScaleLoad(ServerKind kind, int packetSize, bool isBroadcast = false)
    {
        _packet = EchoPacket.Make(packetSize);
        _isBroadcast = isBroadcast;
        Server = new ServerProcess(kind, packetSize);
    }

    /// <summary>Gets the server.</summary>
    internal ServerProcess Server { get; }

    /// <summary>Gets the connections.</summary>
    internal IReadOnlyList<EchoClient> Clients => _clients;

    /// <summary>Gets the server's processor time per packet, in nanoseconds, for each call of <see cref="Run"/>.</summary>
    internal IReadOnlyList<double> ProcessorTimes => _processorTimes;

    /// <inheritdoc/>
    public int OperationsPerCall => _clients.Count;

    /// <inheritdoc/>
    public long CompiledMethods => _serverMethods + JitCounter.CompiledMethods;

    /// <summary>
    /// Makes some connections, uses them once, and resets them, so that the server has compiled its methods and created what it needs once.
    /// </summary>
    internal void WarmUp()
    {
        Connect(WarmConnections);
        Run(calls: 1);
        Drop();
    }

    /// <summary>Connects, and waits until the server has accepted all connections.</summary>
    /// <exception cref="IOException">The process may not open so many descriptors.</exception>
    internal void Connect(int connections)
    {
        while (_clients.Count < connections)
        {
            int count = Math.Min(ConnectionsAtOnce, connections - _clients.Count);
            try
            {
                for (int i = 0; i < count; i++)
                {
                    _clients.Add(new EchoClient(Server.EndPoint, _packet.Length));
                }
            }
            catch (SocketException failure) when (failure.SocketErrorCode == SocketError.TooManyOpenSockets)
            {
                throw new IOException(
                    $"{connections} connections need more descriptors than a process may have here; `ulimit -n` raises this limit", failure);
            }

            Server.Ask($"wait {_clients.Count}");
        }
    }

    /// <summary>Resets every connection at once, and waits until the server has none.</summary>
    internal void Drop()
    {
        Parallel.ForEach(_clients, client => client.Reset());
        _clients.Clear();
        Server.Ask("wait 0");
    }

    /// <inheritdoc/>
    public double Run(long calls)
    {
        double before = Server.Ask("cpu")[0];
        long start = Stopwatch.GetTimestamp();
        Task[] tasks = [.. _clients.Select(client => _isBroadcast ? client.ReceiveAsync(calls) : client.AskAsync(_packet, calls))];
        if (_isBroadcast)
        {
            Server.Ask($"broadcast {calls}");
        }

        Task.WaitAll(tasks);
        double time = Stopwatch.GetElapsedTime(start).TotalNanoseconds;
        double[] answer = Server.Ask("cpu");
        _processorTimes.Add((answer[0] - before) / calls / _clients.Count);
        _serverMethods = (long)answer[1];
        return time;
    }

    /// <inheritdoc/>
    public double Allocate(long calls) => 0;

    public void Dispose()
    {
        _clients.ForEach(client => client.Dispose());
        Server.Dispose();
    }
}
