namespace Codec.Bench.Serializers;

/// <summary>What does verification add to reading a small message?</summary>
public class VerifiedReadBenchmarks
{
    private const int Count = 64;

    // Copies, so that no compiler can compute a result once for all rounds.
    private readonly byte[][] _moves = Payloads(SampleMessage.Move);
    private readonly byte[][] _chats = Payloads(SampleMessage.Chat);
    private readonly double[] _sums = new double[Count];

    [Benchmark(Baseline = true, OperationsPerInvoke = Count)]
    public void ReadMove()
    {
        for (int i = 0; i < Count; i++)
        {
            _sums[i] = P.Move.View.TryCreate(_moves[i], out P.Move.View view) ? GeneratedSerializer.Sum(view) : double.NaN;
        }
    }

    [Benchmark(OperationsPerInvoke = Count)]
    public void VerifiedReadMove()
    {
        for (int i = 0; i < Count; i++)
        {
            _sums[i] = P.Move.View.TryCreateVerified(_moves[i], out P.Move.View view) ? GeneratedSerializer.Sum(view) : double.NaN;
        }
    }

    [Benchmark(OperationsPerInvoke = Count)]
    public void ReadChat()
    {
        for (int i = 0; i < Count; i++)
        {
            _sums[i] = P.Chat.View.TryCreate(_chats[i], out P.Chat.View view) ? GeneratedSerializer.Sum(view) : double.NaN;
        }
    }

    [Benchmark(OperationsPerInvoke = Count)]
    public void VerifiedReadChat()
    {
        for (int i = 0; i < Count; i++)
        {
            _sums[i] = P.Chat.View.TryCreateVerified(_chats[i], out P.Chat.View view) ? GeneratedSerializer.Sum(view) : double.NaN;
        }
    }

    private static byte[][] Payloads(SampleMessage message) =>
        [.. Enumerable.Range(0, Count).Select(_ => new GeneratedSerializer().Payload(message))];
}
