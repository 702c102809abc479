using Codec.Packets.HeaderWriters;

namespace Codec.Bench.Headers;

/// <summary>What does each writer take to write a header to a span? The limit is one raw 32-bit store.</summary>
public class HeaderSpanBenchmarks
{
    private readonly byte[] _destination = HeaderLoop.Destination();
    private readonly PacketHeader[] _headers = HeaderLoop.Headers();

    [Benchmark(Baseline = true, OperationsPerInvoke = HeaderLoop.Count)]
    public void RawStore() => HeaderLoop.RawToSpans(_destination, _headers);

    [Benchmark(OperationsPerInvoke = HeaderLoop.Count)]
    public void BitConverter() => HeaderLoop.ToSpans<BitConverterHeaderWriter>(_destination, _headers);

    [Benchmark(OperationsPerInvoke = HeaderLoop.Count)]
    public void Marshal() => HeaderLoop.ToSpans<MarshalHeaderWriter>(_destination, _headers);

    [Benchmark(OperationsPerInvoke = HeaderLoop.Count)]
    public void Shift() => HeaderLoop.ToSpans<ShiftHeaderWriter>(_destination, _headers);

    [Benchmark(OperationsPerInvoke = HeaderLoop.Count)]
    public void BinaryPrimitives() => HeaderLoop.ToSpans<BinaryPrimitivesHeaderWriter>(_destination, _headers);

    [Benchmark(OperationsPerInvoke = HeaderLoop.Count)]
    public void UnalignedStore() => HeaderLoop.ToSpans<UnalignedStoreHeaderWriter>(_destination, _headers);
}
