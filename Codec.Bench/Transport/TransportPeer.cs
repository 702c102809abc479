namespace Codec.Bench.Transport;

/// <summary>What does a packet take through another library, with both ends in this process? A message is a packet with its header.</summary>
/// <remarks>
/// The payload starts with the packet's number. The receiver counts only the next number: a lost, repeated or reordered packet is an error.
/// </remarks>
[SuppressMessage("Design", "CA1001", Justification = "The cleanup disposes it.")]
public abstract class TransportPeer
{
    protected const int Packets = 16_384;
    protected const int Rounds = 200;
    protected static readonly TimeSpan Timeout = TimeSpan.FromSeconds(20);

    private readonly SemaphoreSlim _done = new(0);
    private int _expected;
    private int _received;

    [Params(64, 1024)]
    public int Size { get; set; }

    protected byte[] Packet { get; private set; } = [];

    /// <summary>Gets whether the server sends each packet back. Otherwise, it takes the packets.</summary>
    protected bool Echoes { get; private set; }

    [GlobalSetup]
    public void Setup()
    {
        Packet = HandWrittenSender.MakePacket(PacketHeader.ByteCount + Size);
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

    protected abstract void Connect();

    protected abstract void Close();

    /// <summary>Sends a packet, after <see cref="Number"/>. Those of <see cref="OneWay"/> may wait for more, except the last.</summary>
    protected abstract void Send(int number);

    /// <summary>Starts the round trips: <see cref="TakeAnswer"/> sends the next packet.</summary>
    protected virtual void ExchangeAll() => Send(0);

    protected virtual void SendAll()
    {
        for (int i = 0; i < Packets; i++)
        {
            Send(i);
        }
    }

    protected void Number(int number) => BinaryPrimitives.WriteInt32LittleEndian(Packet.AsSpan(PacketHeader.ByteCount), number);

    protected void TakeAnswer(ReadOnlySpan<byte> packet)
    {
        if (Take(packet))
        {
            Send(_received);
        }
    }

    /// <summary>Counts a received packet, and returns whether another one is expected.</summary>
    protected bool Take(ReadOnlySpan<byte> packet)
    {
        if (packet.Length == Packet.Length && BinaryPrimitives.ReadInt32LittleEndian(packet.Slice(PacketHeader.ByteCount)) == _received
            && ++_received < _expected)
        {
            return true;
        }

        _done.Release();
        return false;
    }

    private void Run(bool echoes, int packets, Action send)
    {
        Echoes = echoes;
        _expected = packets;
        _received = 0;
        send();
        if (!_done.Wait(Timeout) || _received != packets)
        {
            throw new InvalidOperationException($"After {_received} packets, one was lost, repeated or changed.");
        }
    }
}
