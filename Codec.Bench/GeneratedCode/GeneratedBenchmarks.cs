using Codec.Bench.Serializers;
using Google.FlatBuffers;

namespace Codec.Bench.GeneratedCode;

/// <summary>
/// Writes and reads a message with generated code, hand-written code and flatc's code. The sides of a budget read and write the same bytes.
/// </summary>
/// <typeparam name="TCode">The message.</typeparam>
[GenericTypeArguments(typeof(SeedCode))]
[GenericTypeArguments(typeof(MoveCode))]
[GenericTypeArguments(typeof(ChatCode))]
[GenericTypeArguments(typeof(InventoryCode))]
[GenericTypeArguments(typeof(SnapshotCode))]
public class GeneratedBenchmarks<TCode>
    where TCode : struct, IMessageCode<TCode>
{
    // Enough that the benchmark call and the end of the loop are negligible, and few enough that small messages stay in the first-level cache.
    private const int Count = 64;

    // Small payloads differ, so that no compiler can compute a result once for all rounds.
    private const int LargePayload = 1024;

    private readonly byte[] _buffer = new byte[65_536];
    private readonly FlatBuffersSerializer _builder = new();
    private readonly double[] _sums = new double[Count];
    private readonly TCode[] _messages = [.. Enumerable.Range(0, Count).Select(TCode.Make)];
    private readonly byte[][] _payloads;
    private readonly ByteBuffer[] _built;

    public GeneratedBenchmarks()
    {
        byte[] large = Payload(TCode.Sample);
        _payloads = [.. _messages.Select(message => large.Length < LargePayload ? Payload(message) : large)];
        ByteBuffer built = _builder.Payload(() => TCode.Sample.BuilderWrite(_builder));
        _built = [.. _messages.Select(message => large.Length < LargePayload ? _builder.Payload(() => message.BuilderWrite(_builder)) : built)];
    }

    [GlobalSetup]
    public void Setup()
    {
        double[]? expected = null;
        foreach (Action side in (Action[])[HandRead, Read, VerifiedRead, AccessorsRead])
        {
            Array.Fill(_sums, double.NaN);
            side();
            expected ??= [.. _sums];
            if (Array.Exists(_sums, double.IsNaN) || !_sums.AsSpan().SequenceEqual(expected))
            {
                throw new InvalidOperationException($"{side.Method.Name} does not read what {nameof(HandRead)} reads.");
            }
        }
    }

    [Benchmark(Baseline = true, OperationsPerInvoke = Count)]
    public int HandWrite()
    {
        int sum = 0;
        foreach (TCode message in _messages)
        {
            sum += message.HandWrite(_buffer);
        }

        return sum;
    }

    [Benchmark(OperationsPerInvoke = Count)]
    public int Write()
    {
        int sum = 0;
        foreach (TCode message in _messages)
        {
            sum += message.Write(_buffer);
        }

        return sum;
    }

    [Benchmark(OperationsPerInvoke = Count)]
    public int BuilderWrite()
    {
        int sum = 0;
        foreach (TCode message in _messages)
        {
            sum += message.BuilderWrite(_builder);
        }

        return sum;
    }

    [Benchmark(OperationsPerInvoke = Count)]
    public void HandRead()
    {
        ref double sums = ref MemoryMarshal.GetArrayDataReference(_sums);
        byte[][] payloads = _payloads;
        for (int i = 0; i < payloads.Length; i++)
        {
            Unsafe.Add(ref sums, i) = TCode.HandRead(payloads[i]);
        }
    }

    [Benchmark(OperationsPerInvoke = Count)]
    public void Read()
    {
        ref double sums = ref MemoryMarshal.GetArrayDataReference(_sums);
        byte[][] payloads = _payloads;
        for (int i = 0; i < payloads.Length; i++)
        {
            Unsafe.Add(ref sums, i) = TCode.Read(payloads[i]);
        }
    }

    [Benchmark(OperationsPerInvoke = Count)]
    public void VerifiedRead()
    {
        ref double sums = ref MemoryMarshal.GetArrayDataReference(_sums);
        byte[][] payloads = _payloads;
        for (int i = 0; i < payloads.Length; i++)
        {
            Unsafe.Add(ref sums, i) = TCode.VerifiedRead(payloads[i]);
        }
    }

    [Benchmark(OperationsPerInvoke = Count)]
    public void AccessorsRead()
    {
        ref double sums = ref MemoryMarshal.GetArrayDataReference(_sums);
        ByteBuffer[] payloads = _built;
        for (int i = 0; i < payloads.Length; i++)
        {
            Unsafe.Add(ref sums, i) = TCode.AccessorsRead(payloads[i]);
        }
    }

    private byte[] Payload(TCode message) => _buffer[..message.Write(_buffer)];
}
