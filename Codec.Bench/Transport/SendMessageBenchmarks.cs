namespace Codec.Bench.Transport;

/// <summary>What does it cost to send a generated message, compared with writing its payload to a buffer and sending those bytes?</summary>
/// <remarks>The reader is the same for both: a thread that receives 64 KB at a time.</remarks>
[SuppressMessage("Design", "CA1001", Justification = "The cleanup disposes them.")]
public class SendMessageBenchmarks
{
    private const int Packets = 131_072;

    private readonly P.Chat _chat = PlainMessages.Chat();
    private readonly byte[] _buffer = new byte[1024];
    private int _size;
    private PacketConnection _messages = null!;
    private PacketConnection _payloads = null!;
    private RawSink _messageSink = null!;
    private RawSink _payloadSink = null!;

    [GlobalSetup]
    public void Setup()
    {
        _chat.TryWrite(_buffer, out _size);
        (_messages, _messageSink) = Connect();
        (_payloads, _payloadSink) = Connect();
    }

    [GlobalCleanup]
    public async Task CleanupAsync()
    {
        await _messages.DisposeAsync().ConfigureAwait(false);
        await _payloads.DisposeAsync().ConfigureAwait(false);
        _messageSink.Dispose();
        _payloadSink.Dispose();
    }

    [Benchmark(Baseline = true, OperationsPerInvoke = Packets)]
    public async Task Payload()
    {
        for (int i = 0; i < Packets; i++)
        {
            _chat.TryWrite(_buffer, out int written);
            await _payloads.SendAsync(P.Chat.PacketId, _buffer.AsSpan(0, written)).ConfigureAwait(false);
        }

        _payloadSink.Wait();
    }

    [Benchmark(OperationsPerInvoke = Packets)]
    public async Task Message()
    {
        for (int i = 0; i < Packets; i++)
        {
            await _messages.SendAsync(_chat).ConfigureAwait(false);
        }

        _messageSink.Wait();
    }

    private (PacketConnection Connection, RawSink Sink) Connect()
    {
        (Socket client, Socket server) = LoopbackPair.Connect();
        return (new PacketConnection(client), new RawSink(server, Packets * (PacketHeader.ByteCount + _size)));
    }
}
