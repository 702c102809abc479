using System.Diagnostics.CodeAnalysis;
using System.Net.Sockets;
using System.Threading.Tasks;
using BenchmarkDotNet.Attributes;
using Codec.Transport;

namespace Codec.Bench.Transport;

/// <summary>How much of a raw socket's throughput does a caller reach that sends one packet at a time?</summary>
/// <remarks>The reader is the same for both: a thread that receives 64 KB at a time.</remarks>
[MemoryDiagnoser]
[SuppressMessage("Design", "CA1001", Justification = "The cleanup disposes them.")]
public class OneWayBenchmarks
{
    private const int Packets = 131_072;

    private RawStream _stream = null!;
    private PacketConnection _sender = null!;
    private RawSink _senderSink = null!;
    private PacketConnection _pairSender = null!;
    private PacketConnection _pairReceiver = null!;
    private PacketSink _pairSink = null!;
    private Socket _raw = null!;
    private RawSink _rawSink = null!;

    [Params(64, 1024)]
    public int Size { get; set; }

    [GlobalSetup]
    public void Setup()
    {
        _stream = new RawStream(Size, Packets);
        (Socket client, Socket server) = LoopbackPair.Connect();
        _sender = new PacketConnection(client);
        _senderSink = new RawSink(server, _stream.Length);
        (client, server) = LoopbackPair.Connect();
        _pairSender = new PacketConnection(client);
        _pairReceiver = new PacketConnection(server);
        _pairSink = new PacketSink(_pairReceiver, Packets);
        (_raw, server) = LoopbackPair.Connect();
        _rawSink = new RawSink(server, _stream.Length);
    }

    [GlobalCleanup]
    public async Task CleanupAsync()
    {
        await _sender.DisposeAsync().ConfigureAwait(false);
        await _pairSender.DisposeAsync().ConfigureAwait(false);
        await _pairReceiver.DisposeAsync().ConfigureAwait(false);
        _raw.Dispose();
        _senderSink.Dispose();
        _pairSink.Dispose();
        _rawSink.Dispose();
    }

    [Benchmark(Baseline = true, OperationsPerInvoke = Packets)]
    public void RawSocket()
    {
        _stream.SendOn(_raw);
        _rawSink.Wait();
    }

    [Benchmark(OperationsPerInvoke = Packets)]
    public async Task Connection()
    {
        await SendAsync(_sender).ConfigureAwait(false);
        _senderSink.Wait();
    }

    /// <summary>Sends from one connection to another.</summary>
    [Benchmark(OperationsPerInvoke = Packets)]
    public async Task<long> ConnectionToConnection()
    {
        await SendAsync(_pairSender).ConfigureAwait(false);
        _pairSink.Wait();
        return _pairSink.Sum;
    }

    private async Task SendAsync(PacketConnection connection)
    {
        byte[] payload = _stream.Payload;
        for (int i = 0; i < Packets; i++)
        {
            await connection.SendAsync(RawStream.PacketId, payload).ConfigureAwait(false);
        }
    }
}
