using Codec.Sessions;
using Codec.Tests.Asking;

namespace Codec.Tests.Sessions;

/// <summary>Tests the durations and the activities that connections and sessions report.</summary>
[NonParallelizable] // The meter and the activity source are those of the whole process.
public sealed class ConnectionTelemetryTests
{
    [Test]
    public async Task A_handshake_is_reported_once_by_each_side_and_a_connection_when_it_is_closed([Values] bool isRefused)
    {
        using CounterListener listener = CounterListener.Start(hasActivities: true);
        PacketSessionOptions accepting = SessionPair.Accepting(hello => isRefused ? hello.Refuse(RefusalReason.Full, "full") : hello.Welcome());
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
        using CounterListener listener = CounterListener.Start(hasActivities: true);
        PacketConnection connection = new(new MemoryStream([255, 255, 1, 0]), new PacketFormat(maxPayloadSize: 10));
        Assert.That(async () => await SessionPair.ReadIds(connection), Throws.TypeOf<InvalidPacketException>());
        await connection.DisposeAsync();
        Assert.That(listener.Records, Is.EqualTo((string[])["codec.connection.duration InvalidPacket"]));
    }

    [Test]
    public async Task A_round_trip_and_a_request_are_reported()
    {
        using CounterListener listener = CounterListener.Start(hasActivities: true);
        FakeTimeProvider clock = new();
        (PacketConnection client, PacketConnection server) = SessionPair.Connect(SessionPair.Beating, SessionPair.Plain, clock);
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
}
