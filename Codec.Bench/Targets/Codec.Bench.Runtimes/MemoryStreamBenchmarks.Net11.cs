namespace Codec.Bench.Streams;

/// <summary>
/// The memory stream of .NET 11 that can be written: <c>WritableMemoryStream</c>, over an array of the final size, because it cannot grow. The
/// code is compiled for .NET 10, which lacks the type.
/// </summary>
public partial class MemoryStreamBenchmarks
{
    [Benchmark]
    public int Writable() => Run((Stream)OverMemory(new byte[Size]));

    [UnsafeAccessor(UnsafeAccessorKind.Constructor)]
    [return: UnsafeAccessorType("System.IO.WritableMemoryStream, System.Runtime")]
    private static extern object OverMemory(Memory<byte> memory);
}
