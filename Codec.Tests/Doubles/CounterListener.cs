namespace Codec.Tests.Doubles;

/// <summary>Listens to the library's meter.</summary>
internal sealed class CounterListener : IDisposable
{
    private readonly ConcurrentDictionary<string, long> _counts = [];
    private readonly ConcurrentQueue<string> _records = [];
    private readonly MeterListener _listener = new();
    private readonly ActivityListener _activities = new();

    public long PacketsReceived => Count("codec.packets receive");

    public long BytesReceived => Count("codec.io receive");

    public long PacketsSent => Count("codec.packets transmit");

    public long BytesSent => Count("codec.io transmit");

    public long Errors(PacketError error) => Count($"codec.errors {(error == PacketError.None ? "_OTHER" : error.ToString())}");

    /// <summary>Gets a sorted line for each duration and activity: the name and the values of its attributes.</summary>
    public IEnumerable<string> Records => _records.Order(StringComparer.Ordinal);

    public void Dispose()
    {
        _listener.Dispose();
        _activities.Dispose();
    }

    /// <summary>Ignores the test if the library was built without counters.</summary>
    public static CounterListener Start(bool hasActivities = false)
    {
        TestedBuild.IgnoreIfNetStandard("netstandard has no System.Diagnostics.Metrics.");

        CounterListener counts = new();
        counts._listener.InstrumentPublished = static (instrument, self) =>
        {
            if (instrument.Meter.Name == "Codec")
            {
                self.EnableMeasurementEvents(instrument);
            }
        };
        counts._listener.SetMeasurementEventCallback<long>((instrument, value, tags, _) =>
        {
            string name = Line(instrument.Name, tags.ToArray());
            counts._counts.AddOrUpdate(name, value, (_, before) => before + value);
        });
        counts._listener.SetMeasurementEventCallback<double>((instrument, value, tags, _) =>
            counts._records.Enqueue(Line(value is >= 0 and < 1000 ? instrument.Name : $"{instrument.Name} took {value}", tags.ToArray())));
        counts._listener.Start();
        counts._activities.ShouldListenTo = source => hasActivities && source.Name == "Codec";
        counts._activities.Sample = static (ref _) => ActivitySamplingResult.AllDataAndRecorded;
        counts._activities.ActivityStopped = ended => counts._records.Enqueue(Line($"{ended.OperationName} {ended.Kind} {ended.Status}", ended.TagObjects));
        ActivitySource.AddActivityListener(counts._activities);
        return counts;
    }

    /// <summary>Returns the current value of an instrument without tags that is read when it is observed.</summary>
    public long Observe(string name)
    {
        _counts.TryRemove(name, out _);
        _listener.RecordObservableInstruments();
        return Count(name);
    }

    /// <summary>Returns the sum of a counter: its name, and after a blank the value of each tag.</summary>
    public long Count(string name) => _counts.TryGetValue(name, out long count) ? count : 0;

    private static string Line(string name, IEnumerable<KeyValuePair<string, object?>> tags) => string.Join(' ', [name, .. tags.Select(tag => $"{tag.Value}")]);
}
