namespace Codec.Bench.Runtimes;

/// <summary>What does a generated packet cost to write, to read and to verify? Compiled for each runtime that the report compares.</summary>
public class RuntimePacketBenchmarks
{
    /// <summary>The number of messages per call, because on a slow runtime the benchmark's call takes as long as one message.</summary>
    internal const int Count = 64;

    private readonly byte[] _buffer = new byte[1024];
    private readonly P.Move[] _moves = new P.Move[Count];
    private readonly P.Chat[] _chats = new P.Chat[Count];
    private readonly byte[][] _movePayloads = new byte[Count][];
    private readonly byte[][] _chatPayloads = new byte[Count][];
    private readonly double[] _sums = new double[Count];

    [GlobalSetup]
    public void Setup()
    {
        for (int i = 0; i < Count; i++)
        {
            _moves[i] = PlainMessages.Move();
            _moves[i].Entity += (uint)i;
            _chats[i] = PlainMessages.Chat();
            _moves[i].TryWrite(_buffer, out int written);
            _movePayloads[i] = _buffer.AsSpan(0, written).ToArray();
            _chats[i].TryWrite(_buffer, out written);
            _chatPayloads[i] = _buffer.AsSpan(0, written).ToArray();
        }
    }

    [Benchmark(OperationsPerInvoke = Count)]
    public int WriteMove()
    {
        int sum = 0;
        foreach (P.Move move in _moves)
        {
            move.TryWrite(_buffer, out int written);
            sum += written;
        }

        return sum;
    }

    [Benchmark(OperationsPerInvoke = Count)]
    public void ReadMove()
    {
        for (int i = 0; i < Count; i++)
        {
            _sums[i] = P.Move.View.TryCreate(_movePayloads[i], out P.Move.View view)
                && view.Position is { } position && view.Rotation is { } rotation && view.Velocity is { } velocity
                ? view.Entity + view.Time + position.X + position.Y + position.Z + rotation.W + velocity.X + velocity.Z
                : double.NaN;
        }
    }

    [Benchmark(OperationsPerInvoke = Count)]
    public int WriteChat()
    {
        int sum = 0;
        foreach (P.Chat chat in _chats)
        {
            chat.TryWrite(_buffer, out int written);
            sum += written;
        }

        return sum;
    }

    [Benchmark(OperationsPerInvoke = Count)]
    public void ReadChat()
    {
        for (int i = 0; i < Count; i++)
        {
            _sums[i] = P.Chat.View.TryCreate(_chatPayloads[i], out P.Chat.View view)
                ? (int)view.Channel + view.SenderUtf8.Length + view.TextUtf8.Length
                : double.NaN;
        }
    }

    [Benchmark(OperationsPerInvoke = Count)]
    public int VerifyChat()
    {
        int valid = 0;
        foreach (byte[] payload in _chatPayloads)
        {
            valid += P.Chat.Verify(payload) ? 1 : 0;
        }

        return valid;
    }
}
