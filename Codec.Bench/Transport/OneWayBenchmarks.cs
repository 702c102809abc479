namespace Codec.Bench.Transport;

/// <summary>How much of the throughput of hand-written code does a caller reach that sends one packet at a time?</summary>
/// <remarks>
/// The reader is the same for all except <see cref="ConnectionToConnection"/>: a thread that receives 64 KB at a time.
/// </remarks>
[SuppressMessage("Design", "CA1001", Justification = "The cleanup disposes them.")]
public class OneWayBenchmarks
{
    private const int Packets = 131_072;

    private readonly P.Chat _chat = PlainMessages.Chat();
    private readonly byte[] _buffer = new byte[1024];
    private HandWrittenSender _writtenSender = null!;
    private PacketConnection _sender = null!;
    private RawSink _senderSink = null!;
    private PacketConnection _pairSender = null!;
    private PacketConnection _pairReceiver = null!;
    private PacketSink _pairSink = null!;
    private Socket _written = null!;
    private RawSink _writtenSink = null!;

    [Params(64, 1024)]
    public int Size { get; set; }

    [GlobalSetup]
    public void Setup()
    {
        _writtenSender = new HandWrittenSender(Size, Packets);
        (Socket client, Socket server) = LoopbackPair.Connect();
        _sender = new PacketConnection(client);
        _senderSink = new RawSink(server);
        (client, server) = LoopbackPair.Connect();
        _pairSender = new PacketConnection(client);
        _pairReceiver = new PacketConnection(server);
        _pairSink = new PacketSink(_pairReceiver, Packets);
        (_written, server) = LoopbackPair.Connect();
        _writtenSink = new RawSink(server);
    }

    [GlobalCleanup]
    public async Task CleanupAsync()
    {
        await _sender.DisposeAsync().ConfigureAwait(false);
        await _pairSender.DisposeAsync().ConfigureAwait(false);
        await _pairReceiver.DisposeAsync().ConfigureAwait(false);
        _written.Dispose();
        _senderSink.Dispose();
        _pairSink.Dispose();
        _writtenSink.Dispose();
    }

    [Benchmark(Baseline = true, OperationsPerInvoke = Packets)]
    public async Task HandWritten()
    {
        _writtenSink.Expect(_writtenSender.Length);
        await _writtenSender.SendAsync(_written).ConfigureAwait(false);
        _writtenSink.Wait();
    }

    [Benchmark(OperationsPerInvoke = Packets)]
    public async Task Connection()
    {
        _senderSink.Expect(_writtenSender.Length);
        await SendAsync(_sender).ConfigureAwait(false);
        _senderSink.Wait();
    }

    /// <summary>Writes as many packets as the hand-written code writes at once, and flushes them.</summary>
    [Benchmark(OperationsPerInvoke = Packets)]
    public async Task WriteAndFlush()
    {
        byte[] payload = _writtenSender.Payload;
        int batch = _writtenSender.Batch;
        _senderSink.Expect(_writtenSender.Length);
        for (int sent = 0; sent < Packets;)
        {
            int end = Math.Min(sent + batch, Packets);
            for (; sent < end; sent++)
            {
                _sender.Write(HandWrittenSender.PacketId, payload);
            }

            await _sender.FlushAsync().ConfigureAwait(false);
        }

        _senderSink.Wait();
    }

    /// <summary>Sends from one connection to another. The receiver reads packets, as those of other libraries do.</summary>
    [Benchmark(OperationsPerInvoke = Packets)]
    public async Task<long> ConnectionToConnection()
    {
        await SendAsync(_pairSender).ConfigureAwait(false);
        _pairSink.Wait();
        return _pairSink.Sum;
    }

    /// <summary>Writes the payload of a message to a buffer, and sends those bytes.</summary>
    [Benchmark(OperationsPerInvoke = Packets)]
    public async Task Payload()
    {
        ExpectMessages();
        for (int i = 0; i < Packets; i++)
        {
            _chat.TryWrite(_buffer, out int written);
            await _sender.SendAsync(P.Chat.PacketId, _buffer.AsSpan(0, written)).ConfigureAwait(false);
        }

        _senderSink.Wait();
    }

    [Benchmark(OperationsPerInvoke = Packets)]
    public async Task Message()
    {
        ExpectMessages();
        for (int i = 0; i < Packets; i++)
        {
            await _sender.SendAsync(_chat).ConfigureAwait(false);
        }

        _senderSink.Wait();
    }

    private void ExpectMessages()
    {
        _chat.TryWrite(_buffer, out int size);
        _senderSink.Expect((long)Packets * (PacketHeader.ByteCount + size));
    }

    private async Task SendAsync(PacketConnection connection)
    {
        byte[] payload = _writtenSender.Payload;
        for (int i = 0; i < Packets; i++)
        {
            await connection.SendAsync(HandWrittenSender.PacketId, payload).ConfigureAwait(false);
        }
    }
}
