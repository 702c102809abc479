using System;
using System.Collections.Concurrent;
using System.Diagnostics.Metrics;
using Codec.Packets;

namespace Codec.Tests.Doubles;

/// <summary>Listens to the library's meter.</summary>
internal sealed class CounterListener : IDisposable
{
    private readonly ConcurrentDictionary<string, long> _counts = [];
    private readonly MeterListener _listener = new();

    public long PacketsReceived => Count("codec.packets.received");

    public long BytesReceived => Count("codec.bytes.received");

    public long PacketsSent => Count("codec.packets.sent");

    public long BytesSent => Count("codec.bytes.sent");

    public long Errors(PacketError error) => Count($"codec.errors {error}");

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
            string name = tags.Length == 0 ? instrument.Name : $"{instrument.Name} {tags[0].Value}";
            counts._counts.AddOrUpdate(name, value, (_, before) => before + value);
        });
        counts._listener.Start();
        return counts;
    }

    /// <summary>Returns the sum of a counter: its name, followed by a blank and the value of its tag, if it has one.</summary>
    public long Count(string name) => _counts.TryGetValue(name, out long count) ? count : 0;
}
