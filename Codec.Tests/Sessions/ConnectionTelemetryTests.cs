using Codec.Sessions;
using Codec.Tests.Asking;

namespace Codec.Tests.Sessions;

/// <summary>Tests the durations and the activities that connections and sessions report.</summary>
[NonParallelizable] // The meter and the activity source are those of the whole process.
public sealed class ConnectionTelemetryTests
{
    private static readonly TimeSpan Limit = SessionPair.Limit;

    [Test]
    public async Task A_handshake_is_reported_once_by_each_side_and_a_connection_when_it_is_closed([Values] bool isRefused)
    {
        using TelemetryListener listener = new();
        PacketSessionOptions accepting = new()
        {
            IsServer = true,
            Protocol = SessionPair.Protocol,
            Accept = hello => isRefused ? hello.Refuse(RefusalReason.Full, "full") : hello.Welcome(),
        };
        (PacketConnection client, PacketConnection server) = SessionPair.Connect(SessionPair.Client, accepting);
        await SessionPair.Open(client, server).ContinueWith(static _ => { }, TaskScheduler.Default);
        await client.DisposeAsync();
        await server.DisposeAsync();
        string status = isRefused ? "Error Full" : "Unset";
        string error = isRefused ? " Full" : "";
        Assert.That(
            listener.Records,
            Is.EqualTo((string[])[
                "codec.connection.duration", "codec.connection.duration", $"codec.handshake Client {status}", $"codec.handshake Server {status}",
                $"codec.handshake.duration client{error}", $"codec.handshake.duration server{error}"]));
    }

    [Test]
    public async Task A_connection_that_fails_has_its_reason()
    {
        using TelemetryListener listener = new();
        PacketConnection connection = new(new MemoryStream([255, 255, 1, 0]), new PacketFormat(maxPayloadSize: 10));
        Assert.That(async () => await SessionPair.ReadIds(connection), Throws.TypeOf<InvalidPacketException>());
        await connection.DisposeAsync();
        Assert.That(listener.Records, Is.EqualTo((string[])["codec.connection.duration InvalidPacket"]));
    }

    [Test]
    public async Task A_round_trip_and_a_request_are_reported()
    {
        using TelemetryListener listener = new();
        FakeTimeProvider clock = new();
        PacketSessionOptions beating = new() { HeartbeatInterval = TimeSpan.FromSeconds(1) };
        (PacketConnection client, PacketConnection server) = SessionPair.Connect(beating, SessionPair.Plain, clock);
        PacketRoutes<PacketConnection> routes = new();
        routes.AddCount((PacketConnection state, in Count count) => _ = count.Value == 0 || state.Session!.Answer(new Total { Value = 1 }));
        Task serving = SessionPair.Run(server, routes);
        Task<List<uint>> reading = SessionPair.ReadIds(client);
        await client.Session!.AskAsync(new Count { Value = 1 }).AsTask().WaitAsync(Limit);
        await Assert.ThrowsAsync<PacketRequestException>(() => client.Session!.AskAsync(new Count()).AsTask().WaitAsync(Limit));
        while (!listener.Records.Contains("codec.round_trip.duration"))
        {
            clock.Advance(TimeSpan.FromMilliseconds(250));
            await Task.Delay(1);
        }

        string id = $"{Count.PacketId}";
        Assert.That(
            listener.Records.Where(static record => record.StartsWith("codec.request", StringComparison.Ordinal)),
            Is.EqualTo((string[])[$"codec.request Client Error {id} Codec.Sessions.PacketRequestException", $"codec.request Client Unset {id}"]));
        await client.DisposeAsync();
        await server.DisposeAsync();
        await Task.WhenAny(Task.WhenAll(serving, reading)).WaitAsync(Limit);
    }

    [Test]
    public async Task Unsent_bytes_are_those_of_open_connections()
    {
        using CounterListener counts = CounterListener.Start();
        Pipe output = new(new PipeOptions(pauseWriterThreshold: 1, resumeWriterThreshold: 1));
        PacketConnection connection = new(new TestDuplexPipe(new Pipe().Reader, output.Writer), options: new PacketConnectionOptions { CloseTimeout = TimeSpan.Zero });
        await connection.SendAsync(1, new byte[96]);
        Assert.That(counts.Observe("codec.connection.unsent"), Is.EqualTo(100));
        await connection.DisposeAsync();
        Assert.That(counts.Observe("codec.connection.unsent"), Is.Zero);
    }

    /// <summary>Records what the library's meter measures in seconds, and its activities.</summary>
    private sealed class TelemetryListener : IDisposable
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
}
