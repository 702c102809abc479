using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace Codec.Soak;

/// <summary>Runs rounds until the time has elapsed or a round fails.</summary>
internal sealed class SoakRun : IDisposable
{
    private static readonly TimeSpan RoundLimit = TimeSpan.FromSeconds(180);
    private readonly SortedDictionary<string, long> _totals = new(StringComparer.Ordinal);
    private readonly CppPeer _cppClient;
    private readonly CppPeer _cppServer;
    private readonly ResourceCheck _resources;

    public SoakRun(string peer)
    {
        _cppClient = new CppPeer(peer);
        _cppServer = new CppPeer(peer);
        _resources = new ResourceCheck([_cppClient, _cppServer]);
    }

    /// <summary>Runs the round of a seed, or rounds with random seeds, and returns whether all succeeded.</summary>
    public bool Run(TimeSpan duration, int? onlySeed)
    {
        // After the first round, everything that is started once and kept has been started.
        bool hasPassed = RunRound(0, checksResources: false);
        _totals.Clear();
        _resources.Begin();
        Stopwatch time = Stopwatch.StartNew();
        do
        {
            hasPassed = hasPassed && RunRound(onlySeed ?? Random.Shared.Next(), checksResources: true);
        }
        while (hasPassed && onlySeed is null && time.Elapsed < duration);

        Console.WriteLine($"{time.Elapsed:hh\\:mm\\:ss}: {(hasPassed ? "passed" : "FAILED")}");
        foreach ((string name, long value) in _totals)
        {
            Console.WriteLine(string.Create(CultureInfo.InvariantCulture, $"  {value,15:#,##0} {name}"));
        }

        return hasPassed;
    }

    public void Dispose()
    {
        _cppClient.Dispose();
        _cppServer.Dispose();
    }

    private bool RunRound(int seed, bool checksResources)
    {
        List<string> problems = [.. RunLinks(seed)];
        if (checksResources && problems.Count == 0 && _resources.Check() is string problem)
        {
            problems.Add(problem);
        }

        problems.ForEach(Console.WriteLine);
        if (problems.Count > 0)
        {
            Console.WriteLine($"FAILED: the round with the seed {seed}. To repeat it: eng/deep soak --seed {seed}");
        }

        return problems.Count == 0;
    }

    // The objects of the round must not be referenced from the frame that checks whether they were collected.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private IReadOnlyList<string> RunLinks(int seed)
    {
        using Round round = new(Round.PlansFor(seed), _cppClient, _cppServer);
        try
        {
            Task<IReadOnlyList<string>> running = round.RunAsync();
            return running.Wait(RoundLimit) ? running.Result : [$"the round has not ended within {RoundLimit.TotalSeconds} seconds: {round}"];
        }
        catch (AggregateException exception)
        {
            return [$"the round threw {exception}\n{round}"];
        }
        finally
        {
            round.Count((name, value) => _totals[name] = _totals.GetValueOrDefault(name) + value);
        }
    }
}
