namespace Codec.Bench.Scale;

/// <summary>Measures the cases of growth, as <c>FIGURE/COUNT</c>. Cases of the same load share a measurement.</summary>
internal sealed class ScaleFigures
{
    internal const int PacketSize = 64;

    private readonly Dictionary<(Type, string, int), List<object>> _runs = [];

    internal static IReadOnlyList<int> Counts { get; } = [1, 10, 100, 1000, 4000, 8000];

    /// <summary>Gets numbers of connections whose memory exceeds what the server allocates during the measurement.</summary>
    internal static IReadOnlyList<int> ManyCounts { get; } = [100, 1000, 4000, 8000];

    /// <summary>Returns the figures of as many runs, with those of earlier calls.</summary>
    internal IReadOnlyList<ScaleFigure> Measure(string name, int runs)
    {
        string[] words = name.Split('/');
        int count = int.Parse(words[1], CultureInfo.InvariantCulture);
        return words[0] switch
        {
            "throughput" => Runs<LoadFigures>(Load).ConvertAll(run => run.Time),
            "cpu" => Runs<LoadFigures>(Load).ConvertAll(run => run.Processor),
            "broadcast" => Runs<LoadFigures>(Broadcast, "broadcast").ConvertAll(run => Times(run.Time, count)),
            "broadcast-cpu" => Runs<LoadFigures>(Broadcast, "broadcast").ConvertAll(run => Times(run.Processor, count)),
            "heartbeat" => Runs<ScaleFigure>(() => HeartbeatFigures.Measure(count), "heartbeat"),
            "latency" => Runs<ScaleFigure>(() => LatencyFigures.Measure(count)),
            "memory-unused" => Runs<IdlePair>(Idle).ConvertAll(run => Bytes(run, idle => idle.Unused)),
            "memory-used" => Runs<IdlePair>(Idle).ConvertAll(run => Bytes(run, idle => idle.Used)),
            "memory-left" => Runs<IdlePair>(Idle).ConvertAll(run => Bytes(run, idle => idle.Left)),
            _ => throw new ArgumentException($"There is no case of growth '{name}'.", nameof(name)),
        };

        LoadFigures Load() => LoadFigures.Measure(count, PacketSize, isBroadcast: false);
        LoadFigures Broadcast() => LoadFigures.Measure(count, PacketSize, isBroadcast: true);
        IdlePair Idle() => new(IdleFigures.Measure(ServerKind.Raw, count), IdleFigures.Measure(ServerKind.Codec, count));

        List<T> Runs<T>(Func<T> measure, string load = "")
            where T : class
        {
            if (!_runs.TryGetValue((typeof(T), load, count), out List<object>? made))
            {
                _runs.Add((typeof(T), load, count), made = []);
            }

            while (made.Count < runs)
            {
                made.Add(measure());
                Console.Out.Write('.');
            }

            return [.. made.Take(runs).Cast<T>()];
        }
    }

    /// <summary>Returns the answer to a question of the report: the median of the runs, if most of them were compiled for good.</summary>
    /// <remarks>The cores that the system chooses keep changing the times of few connections: the interval of the runs shows it.</remarks>
    internal Answer Answer(Question question, string name, int runs)
    {
        ScaleFigure[] counted = [.. Measure(name, runs).Where(run => run.Settling != Settling.Compiling)];
        Console.Out.WriteLine();
        return new Answer(question.Id, counted.Length * 2 <= runs ? []
            : [Row(question.Ways[0], counted.Select(run => run.Raw)), Row(question.Ways[1], counted.Select(run => run.Codec))]);
    }

    private static Row Row(Way way, IEnumerable<double> figures)
    {
        double[] sorted = [.. figures.Order()];
        return new Row(way.Name, Measurement.MedianOf(sorted), sorted[0], sorted[^1]);
    }

    private static ScaleFigure Times(ScaleFigure figure, int connections) =>
        figure with { Raw = figure.Raw * connections, Codec = figure.Codec * connections };

    private static ScaleFigure Bytes(IdlePair pair, Func<IdleFigures, double> of) =>
        new(of(pair.Raw), of(pair.Codec), of(pair.Codec) / of(pair.Raw), Settling.Settled);

    private sealed record IdlePair(IdleFigures Raw, IdleFigures Codec);
}
