namespace Codec.Tests.Doubles;

/// <summary>Listens to the library's meter.</summary>
internal sealed class CounterListener : IDisposable
{
    private readonly ConcurrentDictionary<string, long> _counts = [];
    private readonly MeterListener _listener = new();

    public long PacketsReceived => Count("codec.packets receive");

    public long BytesReceived => Count("codec.io receive");

    public long PacketsSent => Count("codec.packets transmit");

    public long BytesSent => Count("codec.io transmit");

    public long Errors(PacketError error) => Count($"codec.errors {(error == PacketError.None ? "_OTHER" : error.ToString())}");

    public void Dispose() => _listener.Dispose();

    /// <summary>Ignores the test if the library was built without counters.</summary>
    public static CounterListener Start()
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
            string name = instrument.Name;
            foreach (KeyValuePair<string, object?> tag in tags)
            {
                name += $" {tag.Value}";
            }

            counts._counts.AddOrUpdate(name, value, (_, before) => before + value);
        });
        counts._listener.Start();
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
}
