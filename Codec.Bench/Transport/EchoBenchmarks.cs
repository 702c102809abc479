using System.Diagnostics.CodeAnalysis;
using System.Net.Sockets;
using System.Threading.Tasks;
using BenchmarkDotNet.Attributes;
using Codec.Bench.Measuring;
using Codec.Transport;

namespace Codec.Bench.Transport;

/// <summary>
/// How much of a raw socket's throughput does a connection reach if 1 KB packets go to the C++ server of cpp/examples and come back?
/// </summary>
/// <remarks>The server is the same for both. The raw loop writes the same bytes 64 KB at a time, and a second thread reads 64 KB at a time.</remarks>
[MemoryDiagnoser]
[SuppressMessage("Design", "CA1001", Justification = "The cleanup disposes them.")]
[Needs("cmake", "c++", "flatc", "/usr/include/asio.hpp")]
public class EchoBenchmarks
{
    private const int Packets = 32_768;

    private readonly RawStream _stream = new(1024, Packets);
    private CppServer _server = null!;
    private PacketConnection _connection = null!;
    private PacketSink _sink = null!;
    private Socket _raw = null!;
    private RawSink _rawSink = null!;

    [GlobalSetup]
    public void Setup()
    {
        _server = new CppServer();
        _connection = new PacketConnection(LoopbackPair.Connect(_server.EndPoint));
        _sink = new PacketSink(_connection, Packets);
        _raw = LoopbackPair.Connect(_server.EndPoint);
        _rawSink = new RawSink(_raw, _stream.Length);
    }

    [GlobalCleanup]
    public async Task CleanupAsync()
    {
        await _connection.DisposeAsync().ConfigureAwait(false);
        _rawSink.Dispose();
        _sink.Dispose();
        _server.Dispose();
    }

    [Benchmark(Baseline = true, OperationsPerInvoke = Packets)]
    public void RawSocket()
    {
        _stream.SendOn(_raw);
        _rawSink.Wait();
    }

    [Benchmark(OperationsPerInvoke = Packets)]
    public async Task<long> Connection()
    {
        byte[] payload = _stream.Payload;
        for (int i = 0; i < Packets; i++)
        {
            await _connection.SendAsync(RawStream.PacketId, payload).ConfigureAwait(false);
        }

        _sink.Wait();
        return _sink.Sum;
    }
}
