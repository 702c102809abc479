namespace Codec.Tests.Doubles;

/// <summary>Records what the library's meter measures in seconds, and its activities.</summary>
internal sealed class TelemetryListener : IDisposable
{
    private readonly ConcurrentQueue<string> _records = [];
    private readonly MeterListener _meters = new();
    private readonly ActivityListener _activities = new();

    /// <summary>Starts listening. Ignores the test if the library was built without meters.</summary>
    public TelemetryListener()
    {
        TestedBuild.IgnoreIfNetStandard("netstandard has no System.Diagnostics.Metrics.");

        _meters.InstrumentPublished = static (instrument, self) =>
        {
            if (instrument.Meter.Name == "Codec" && instrument.Unit == "s")
            {
                self.EnableMeasurementEvents(instrument);
            }
        };
        _meters.SetMeasurementEventCallback<double>((instrument, value, tags, _) =>
            Add(value is >= 0 and < 1000 ? instrument.Name : $"{instrument.Name} took {value}", tags.ToArray()));
        _meters.Start();
        _activities.ShouldListenTo = static source => source.Name == "Codec";
        _activities.Sample = static (ref _) => ActivitySamplingResult.AllDataAndRecorded;
        _activities.ActivityStopped = activity => Add($"{activity.OperationName} {activity.Kind} {activity.Status}", activity.TagObjects);
        ActivitySource.AddActivityListener(_activities);
    }

    /// <summary>Gets a sorted line for each record: the name and the values of its attributes.</summary>
    public IEnumerable<string> Records => _records.Order(StringComparer.Ordinal);

    public void Dispose()
    {
        _meters.Dispose();
        _activities.Dispose();
    }

    private void Add(string name, IEnumerable<KeyValuePair<string, object?>> tags) => _records.Enqueue(string.Join(' ', [name, .. tags.Select(tag => $"{tag.Value}")]));
}
