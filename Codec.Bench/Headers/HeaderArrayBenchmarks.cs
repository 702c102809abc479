using Codec.Packets.HeaderWriters;

namespace Codec.Bench.Headers;

/// <summary>What does each writer take to write a header to an array at an offset? The limit is one raw 32-bit store.</summary>
public class HeaderArrayBenchmarks
{
    private readonly byte[] _destination = HeaderLoop.Destination();
    private readonly PacketHeader[] _headers = HeaderLoop.Headers();

    [Benchmark(Baseline = true, OperationsPerInvoke = HeaderLoop.Count)]
    public void RawStore() => HeaderLoop.RawToArray(_destination, _headers);

    [Benchmark(OperationsPerInvoke = HeaderLoop.Count)]
    public void BitConverter() => HeaderLoop.ToArray<BitConverterHeaderWriter>(_destination, _headers);

    [Benchmark(OperationsPerInvoke = HeaderLoop.Count)]
    public void Marshal() => HeaderLoop.ToArray<MarshalHeaderWriter>(_destination, _headers);

    [Benchmark(OperationsPerInvoke = HeaderLoop.Count)]
    public void Shift() => HeaderLoop.ToArray<ShiftHeaderWriter>(_destination, _headers);

    [Benchmark(OperationsPerInvoke = HeaderLoop.Count)]
    public void BinaryPrimitives() => HeaderLoop.ToArray<BinaryPrimitivesHeaderWriter>(_destination, _headers);

    [Benchmark(OperationsPerInvoke = HeaderLoop.Count)]
    public void UnalignedStore() => HeaderLoop.ToArray<UnalignedStoreHeaderWriter>(_destination, _headers);
}
