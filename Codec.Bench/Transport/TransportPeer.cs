namespace Codec.Bench.Transport;

/// <summary>What does a packet take with both ends in this process, for one client and for 500 of one server? A message is a packet with its header.</summary>
/// <remarks>
/// The payload starts with the numbers of the client and of the packet. The receiver counts only the client's next number: a lost, repeated or
/// reordered packet is an error.
/// </remarks>
[SuppressMessage("Design", "CA1001", Justification = "The cleanup disposes it.")]
public abstract class TransportPeer
{
    protected const int Packets = 16_384;

    private const int Crowd = 500;
    private const int Rounds = 200;
    private const int RoundsOfCrowd = 20;

    protected static readonly TimeSpan Timeout = TimeSpan.FromSeconds(20);

    private readonly SemaphoreSlim _done = new(0);
    private byte[][] _packets = [];
    private int[] _received = [];
    private int _unfinished;

    [Params(64, 1024)]
    public int Size { get; set; }

    [Params(1, Crowd)]
    public int Clients { get; set; }

    protected int PacketSize => PacketHeader.ByteCount + Size;
    protected int PacketsOfClient { get; private set; }

    /// <summary>Gets whether the server sends each packet back. Otherwise, it takes the packets.</summary>
    protected bool Echoes { get; private set; }

    [GlobalSetup]
    public void Setup()
    {
        _packets = [.. Enumerable.Range(0, Clients).Select(_ => HandWrittenSender.MakePacket(PacketSize))];
        _received = new int[Clients];
        Connect();
    }

    [GlobalCleanup]
    public void Cleanup()
    {
        Close();
        _done.Dispose();
    }

    [Benchmark(OperationsPerInvoke = Rounds)]
    public void PingPong() => Run(echoes: true, Rounds, ExchangeAll);

    [Benchmark(OperationsPerInvoke = Packets)]
    public void OneWay() => Run(echoes: false, Packets, SendAll);

    [Benchmark(OperationsPerInvoke = RoundsOfCrowd * Crowd)]
    public void PingPongOfCrowd() => Run(echoes: true, RoundsOfCrowd, ExchangeAll);

    [Benchmark(OperationsPerInvoke = RoundsOfCrowd * Crowd)]
    public void OneWayOfCrowd() => Run(echoes: false, RoundsOfCrowd, SendAll);

    protected abstract void Connect();

    protected abstract void Close();

    /// <summary>Sends a packet of <see cref="Number"/>. Those of <see cref="OneWay"/> may wait for more, except the last.</summary>
    protected abstract void Send(int client, int number);

    /// <summary>Starts the round trips: <see cref="TakeAnswer"/> sends the next packet.</summary>
    protected virtual void ExchangeAll()
    {
        for (int client = 0; client < Clients; client++)
        {
            Send(client, 0);
        }
    }

    protected virtual void SendAll()
    {
        for (int i = 0; i < PacketsOfClient; i++)
        {
            for (int client = 0; client < Clients; client++)
            {
                Send(client, i);
            }
        }
    }

    /// <summary>Returns the client's packet with a number, until the next call for the client.</summary>
    protected byte[] Number(int client, int number)
    {
        byte[] packet = _packets[client];
        BinaryPrimitives.WriteInt32LittleEndian(packet.AsSpan(PacketHeader.ByteCount), client);
        BinaryPrimitives.WriteInt32LittleEndian(packet.AsSpan(PacketHeader.ByteCount + 4), number);
        return packet;
    }

    protected void TakeAnswer(ReadOnlySpan<byte> packet)
    {
        if (Take(packet, out int client))
        {
            Send(client, _received[client]);
        }
    }

    /// <summary>Counts a received packet, and returns whether its client sends another one.</summary>
    protected bool Take(ReadOnlySpan<byte> packet, out int client)
    {
        client = packet.Length == PacketSize ? BinaryPrimitives.ReadInt32LittleEndian(packet.Slice(PacketHeader.ByteCount)) : Clients;
        bool isNext = client < Clients && BinaryPrimitives.ReadInt32LittleEndian(packet.Slice(PacketHeader.ByteCount + 4)) == _received[client];
        if (isNext && ++_received[client] < PacketsOfClient)
        {
            return true;
        }

        if (!isNext || Interlocked.Decrement(ref _unfinished) == 0)
        {
            _done.Release();
        }

        return false;
    }

    private void Run(bool echoes, int packets, Action send)
    {
        Echoes = echoes;
        PacketsOfClient = packets;
        Array.Clear(_received);
        _unfinished = Clients;
        send();
        if (!_done.Wait(Timeout) || Volatile.Read(ref _unfinished) != 0)
        {
            throw new InvalidOperationException($"After {_received.Sum()} packets, one was lost, repeated or changed.");
        }
    }
}
