namespace Codec.Tests.GeneratedCode.Mutants;

/// <summary>
/// Creates the mutants of one message. A mutant is determined by the seed and its number. Prints the results of the run, for the record of long runs.
/// </summary>
internal sealed class MutantRun
{
    /// <summary>The maximum number of mutants that are in memory at the same time.</summary>
    public const int BlockSize = 2000;

    private const string CountVariable = "CODEC_MUTANTS";
    private const string SeedVariable = "CODEC_MUTANT_SEED";
    private const string FirstVariable = "CODEC_MUTANT_FIRST";

    // Creating a payload takes as long as mutating and reading about a hundred payloads.
    private const int MutantsPerPayload = 500;

    private readonly string _kind;
    private readonly string _message;
    private readonly long _count;
    private readonly Stopwatch _watch = Stopwatch.StartNew();
    private readonly MutantRandom _random = new();
    private long _payloadIndex = -1;
    private byte[] _payload = [];
    private PayloadMap? _map;

    /// <summary>Starts a run.</summary>
    /// <param name="kind">The name of the test, as in the option <c>--kind</c> of <c>eng/deep mutants</c>.</param>
    /// <param name="message">The full name of the root.</param>
    /// <param name="count">The number of mutants if CI=true, unless the environment variable sets another one.</param>
    public MutantRun(string kind, string message, int count)
    {
        _kind = kind;
        _message = message;
        _count = RandomCases.Count(CountVariable, count);
        First = RandomCases.Number(FirstVariable) ?? 0;
        Seed = (int)(RandomCases.Number(SeedVariable) ?? Environment.TickCount & int.MaxValue);
        TestContext.Out.WriteLine($"{SeedVariable}={Seed}");
    }

    public int Seed { get; }

    /// <summary>Gets the number of the first mutant.</summary>
    public long First { get; }

    private long End => First + _count;

    public long Accepted { get; set; }

    /// <summary>Returns the numbers of the mutants, in blocks.</summary>
    public IEnumerable<(long First, int Count)> Blocks()
    {
        for (long first = First; first < End; first += BlockSize)
        {
            yield return (first, CountFrom(first));
        }
    }

    /// <summary>Returns the random numbers of a mutant.</summary>
    public MutantRandom RandomOf(long mutant) => _random.Restart(Seed, 0, mutant);

    /// <summary>
    /// Returns the valid payload from which a mutant is made. Its layout is that of the generated writer or that of another builder.
    /// </summary>
    public byte[] PayloadOf(long mutant)
    {
        long index = mutant / MutantsPerPayload;
        if (index != _payloadIndex)
        {
            _payloadIndex = index;
            _payload = CompiledRoots.Instance.Payload(_message, _random.Restart(Seed, 1, index), isForeign: index % 2 == 1);
            _map = PayloadMap.Of(_payload, CompiledRoots.Instance.Index, _message);
        }

        return _payload;
    }

    /// <summary>Creates the mutants of the block that starts at a number. Stops after the last mutant of the run.</summary>
    public void Fill(PayloadBlock block, long first)
    {
        block.Clear();
        for (long mutant = first; mutant < first + CountFrom(first); mutant++)
        {
            byte[] payload = PayloadOf(mutant);
            block.Commit(PayloadMutator.Mutate(payload, block.Reserve(payload.Length), RandomOf(mutant), _map));
        }
    }

    /// <summary>Fails the test. The message contains the command that repeats the mutant.</summary>
    public void Fail(long mutant, string what) =>
        Assert.Fail($"{_message}: {what}\nTo repeat: eng/deep mutants 1 --kind {_kind} --message {_message} --seed {Seed} --first {mutant}");

    /// <summary>Prints the result. Fails if no mutant was accepted, because such a run tests too little.</summary>
    public void Complete()
    {
        TestContext.Out.WriteLine(string.Create(CultureInfo.InvariantCulture,
            $"mutants | {_kind} | {_message} | {_count} | {Seed} | {Accepted} | {_count - Accepted} | {_watch.Elapsed.TotalSeconds:0.0} s"));
        Assert.That(Accepted > 0 || _count < MutantsPerPayload, Is.True, "no mutant was accepted");
    }

    private int CountFrom(long first) => (int)Math.Clamp(End - first, 0, BlockSize);
}
