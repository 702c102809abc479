namespace Codec.Bench.Scale;

/// <summary>A server in another process, and the connections of this process to it. A call sends one packet on each connection.</summary>
internal sealed class ScaleLoad : IWorkload, IDisposable
{
    // Pending connections, far below the system's limit of 4,096 on Linux. Above the limit, connecting takes a second.
    private const int ConnectionsAtOnce = 500;

    private const int WarmConnections = 16;

    private readonly WorkerProcess _server;
    private readonly IPEndPoint _endPoint;
    private readonly byte[] _packet;
    private readonly List<EchoClient> _clients = [];
    private readonly List<double> _processorTimes = [];
    private readonly bool _isBroadcast;
    private long _serverMethods;

    internal ScaleLoad(ServerKind kind, int packetSize, bool isBroadcast = false)
    {
        _packet = HandWrittenSender.MakePacket(packetSize);
        _isBroadcast = isBroadcast;
        _server = new WorkerProcess($"{kind} server", "dotnet", Assembly.GetExecutingAssembly().Location, ServerWorker.Verb, kind.ToString(), $"{packetSize}");
        _endPoint = new IPEndPoint(IPAddress.Loopback, int.Parse(_server.Answer("the start"), CultureInfo.InvariantCulture));
    }

    internal IReadOnlyList<EchoClient> Clients => _clients;

    /// <summary>Gets the server's processor time per packet, in nanoseconds, for each call of <see cref="Run"/>.</summary>
    internal IReadOnlyList<double> ProcessorTimes => _processorTimes;

    public int OperationsPerCall => _clients.Count;
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

    internal void Connect(int connections)
    {
        while (_clients.Count < connections)
        {
            int count = Math.Min(ConnectionsAtOnce, connections - _clients.Count);
            try
            {
                for (int i = 0; i < count; i++)
                {
                    _clients.Add(new EchoClient(_endPoint, _packet.Length));
                }
            }
            catch (SocketException failure) when (failure.SocketErrorCode == SocketError.TooManyOpenSockets)
            {
                throw new IOException(
                    $"{connections} connections need more descriptors than a process may have here; `ulimit -n` raises this limit", failure);
            }

            Ask($"wait {_clients.Count}");
        }
    }

    internal void Drop()
    {
        Parallel.ForEach(_clients, client => client.Reset());
        _clients.Clear();
        Ask("wait 0");
    }

    public double Run(long calls)
    {
        double before = Ask("cpu")[0];
        long start = Stopwatch.GetTimestamp();
        Task[] tasks = [.. _clients.Select(client => _isBroadcast ? client.ReceiveAsync(calls) : client.AskAsync(_packet, calls))];
        if (_isBroadcast)
        {
            Ask($"broadcast {calls}");
        }

        Task.WaitAll(tasks);
        double time = Stopwatch.GetElapsedTime(start).TotalNanoseconds;
        double[] answer = Ask("cpu");
        _processorTimes.Add((answer[0] - before) / calls / _clients.Count);
        _serverMethods = (long)answer[1];
        return time;
    }

    internal double[] Ask(string question) => [.. _server.Ask(question).Split(' ').Select(word => double.Parse(word, CultureInfo.InvariantCulture))];

    public double Allocate(long calls) => 0;

    public void Dispose()
    {
        _clients.ForEach(client => client.Dispose());
        _server.Dispose();
    }
}
