namespace Codec.Bench.Transport;

/// <summary>
/// How much of the throughput of hand-written code does a connection reach if 1 KB packets go to the C++ server of cpp/examples and come back?
/// </summary>
/// <remarks>The server is the same for both. Both write and read 64 KB at a time.</remarks>
[SuppressMessage("Design", "CA1001", Justification = "The cleanup disposes them.")]
[Needs("cmake", "c++", "flatc", "/usr/include/asio.hpp")]
public class EchoBenchmarks
{
    private const int Packets = 32_768;

    private readonly HandWrittenSender _writtenSender = new(1024, Packets);
    private CppServer _server = null!;
    private PacketConnection _connection = null!;
    private PacketSink _sink = null!;
    private Socket _written = null!;
    private PacketSink _writtenSink = null!;

    [GlobalSetup]
    public void Setup()
    {
        _server = new CppServer();
        _connection = new PacketConnection(LoopbackPair.Connect(_server.EndPoint));
        _sink = new PacketSink(_connection, Packets);
        _written = LoopbackPair.Connect(_server.EndPoint);
        _writtenSink = new PacketSink(_written, Packets);
    }

    [GlobalCleanup]
    public async Task CleanupAsync()
    {
        await _connection.DisposeAsync().ConfigureAwait(false);
        _written.Dispose();
        _writtenSink.Dispose();
        _sink.Dispose();
        _server.Dispose();
    }

    /// <summary>
    /// The same work without the library: packets are copied into blocks and found in what was received, on an asynchronous socket.
    /// </summary>
    [Benchmark(Baseline = true, OperationsPerInvoke = Packets)]
    public async Task<long> HandWritten()
    {
        await _writtenSender.SendAsync(_written).ConfigureAwait(false);
        _writtenSink.Wait();
        return _writtenSink.Sum;
    }

    [Benchmark(OperationsPerInvoke = Packets)]
    public async Task<long> Connection()
    {
        byte[] payload = _writtenSender.Payload;
        for (int i = 0; i < Packets; i++)
        {
            await _connection.SendAsync(HandWrittenSender.PacketId, payload).ConfigureAwait(false);
        }

        _sink.Wait();
        return _sink.Sum;
    }
}
