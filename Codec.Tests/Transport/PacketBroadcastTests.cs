using Codec.Tests.Contracts;
using Codec.Tests.Every;
using Failures = System.Collections.Generic.IReadOnlyList<(Codec.Transport.PacketConnection Connection, System.Exception Exception)>;

namespace Codec.Tests.Transport;

/// <summary>Tests sending one packet to many connections.</summary>
public sealed class PacketBroadcastTests
{
    private static readonly PacketFormat[] Formats = PacketSinkContract<ConnectionSink>.Formats;
    private static readonly string[] Forms = ["message", "bytes", "writer"];

    [Test]
    public async Task Each_connection_gets_the_packet_in_its_own_format([ValueSource(nameof(Forms))] string form, [Values] bool asList)
    {
        Peer[] peers = [.. Formats.Select(static format => new Peer(format))];
        IEnumerable<PacketConnection> connections = asList ? peers.Select(static peer => peer.Connection).ToArray() : peers.Select(static peer => peer.Connection);
        (Task<Failures> send, uint id, byte[] payload) = Send(form, connections);
        Assert.That(await send, Is.Empty);
        for (int i = 0; i < peers.Length; i++)
        {
            Assert.That(await peers[i].CompleteAsync(), Is.EqualTo(PacketSinkContract<ConnectionSink>.Packet(id, payload, Formats[i])));
        }
    }

    [Test]
    public async Task A_payload_writer_is_called_once()
    {
        Peer[] peers = [new(), new(), new()];
        int calls = 0;
        CallingWriter writer = new(() => { calls++; return Task.CompletedTask; }, whileMeasuring: false);
        Assert.That(await PacketBroadcast.SendAsync(peers.Select(static peer => peer.Connection), new ValuePacket<byte>(7, (byte)5, writer)), Is.Empty);
        Assert.That(calls, Is.EqualTo(1));
        foreach (Peer peer in peers)
        {
            Assert.That(await peer.CompleteAsync(), Is.EqualTo(new byte[] { 1, 0, 7, 0, 5 }));
        }
    }

    [Test]
    public async Task Failed_connections_are_reported_and_the_others_receive_the_packet()
    {
        Peer good = new();
        Peer closed = new();
        Peer small = new(new PacketFormat(maxPayloadSize: 1));
        Peer last = new();
        await closed.Connection.DisposeAsync();
        Failures failures = await PacketBroadcast.SendAsync(
            [good.Connection, closed.Connection, null, small.Connection, last.Connection], 7, [8, 9]);
        Assert.That(failures.Select(static failure => failure.Connection), Is.EqualTo(new[] { closed.Connection, small.Connection }));
        Assert.That(failures[0].Exception, Is.TypeOf<PacketConnectionException>().With.Property("Reason").EqualTo(PacketCloseReason.Local));
        Assert.That(failures[1].Exception, Is.TypeOf<ArgumentOutOfRangeException>());
        foreach (Peer peer in (Peer[])[good, last])
        {
            Assert.That(await peer.CompleteAsync(), Is.EqualTo(new byte[] { 2, 0, 7, 0, 8, 9 }));
        }

        // The connection is still open.
        await small.Connection.SendAsync(1, [1]);
        await small.Connection.DisposeAsync();
    }

    [Test]
    public async Task A_slow_peer_delays_the_caller_but_not_the_other_peers()
    {
        Peer fast = new();
        Peer slow = new(pauses: true, options: new PacketConnectionOptions { SendLimit = 1 });
        Task<Failures> send = PacketBroadcast.SendAsync([slow.Connection, fast.Connection], 7, new byte[100]).AsTask();
        ReadResult received = await fast.Output.Reader.ReadAtLeastAsync(104).AsTask().WaitAsync(Limit);
        Assert.That(received.Buffer.Length, Is.EqualTo(104));
        fast.Output.Reader.AdvanceTo(received.Buffer.Start);
        await Task.Delay(50);
        Assert.That(send.IsCompleted, Is.False);

        Task<byte[]> reading = slow.CompleteAsync();
        Assert.That(await send.WaitAsync(Limit), Is.Empty);
        Assert.That(await reading, Has.Length.EqualTo(104));
        await fast.CompleteAsync();
    }

    [Test]
    public async Task Cancellation_ends_the_wait_but_the_packet_is_still_sent([Values] bool before)
    {
        Peer slow = new(pauses: true, options: new PacketConnectionOptions { SendLimit = 1 });
        Peer other = new();
        using CancellationTokenSource cancel = new();
        if (before)
        {
            await cancel.CancelAsync();
        }

        Task<Failures> send = PacketBroadcast.SendAsync([slow.Connection, other.Connection], 7, new byte[100], cancel.Token).AsTask();
        await cancel.CancelAsync();
        await Assert.ThrowsAsync(Is.InstanceOf<OperationCanceledException>(), () => send.WaitAsync(Limit));
        Assert.That(await other.CompleteAsync(), Has.Length.EqualTo(104));
        Assert.That(await slow.CompleteAsync(), Has.Length.EqualTo(104));
    }

    [Test]
    public async Task A_connection_added_by_an_observer_receives_the_packet_but_one_added_later_does_not()
    {
        Peer slow = new(pauses: true, options: new PacketConnectionOptions { SendLimit = 1 });
        Peer added = new();
        Peer late = new();
        List<PacketConnection?> connections = [];
        Peer adding = new(options: new PacketConnectionOptions { Observer = new AddingObserver(() => connections.Add(added.Connection)) });
        connections.AddRange([slow.Connection, adding.Connection]);
        Task<Failures> send = PacketBroadcast.SendAsync(connections, 7, new byte[100]).AsTask();
        connections.Add(late.Connection);
        Assert.That(await slow.CompleteAsync(), Has.Length.EqualTo(104));
        Assert.That(await send.WaitAsync(Limit), Is.Empty);
        Assert.That(await adding.CompleteAsync(), Has.Length.EqualTo(104));
        Assert.That(await added.CompleteAsync(), Has.Length.EqualTo(104));
        Assert.That(await late.CompleteAsync(), Is.Empty);
    }

    [Test]
    public void Invalid_arguments_are_rejected_even_without_connections()
    {
        PacketConnection[] none = [];
        Assert.That(() => PacketBroadcast.SendAsync(null!, 7, [1]).AsTask(), Throws.ArgumentNullException.With.Property("ParamName").EqualTo("connections"));
        Assert.That(() => PacketBroadcast.SendAsync(none, (Root)null!).AsTask(), Throws.ArgumentNullException.With.Property("ParamName").EqualTo("packet"));
        Assert.That(
            () => PacketBroadcast.SendAsync(none, new ValuePacket<byte>(7, (byte)1, null!)).AsTask(),
            Throws.ArgumentNullException.With.Property("ParamName").EqualTo("writer"));
    }

    [Test]
    public async Task A_broadcast_that_completes_synchronously_allocates_nothing()
    {
        TestedBuild.IgnoreIfNetStandard("netstandard's thread pool allocates.");

        PacketConnection[] array = [new(new SinkStream()), new(new SinkStream()), new(new SinkStream())];
        List<PacketConnection?> list = [.. array];
        byte[] payload = new byte[60];
        Ping ping = new() { Time = 7, Number = 8 };
        long least = await Task.Run(async () =>
        {
            long least = long.MaxValue;
            for (int round = 0; round < 6; round++)
            {
                long before = GC.GetAllocatedBytesForCurrentThread();
                int failures = 0;
                for (int i = 0; i < 500; i++)
                {
                    failures += CountFailures(PacketBroadcast.SendAsync(array, 7, payload));
                    failures += CountFailures(PacketBroadcast.SendAsync(list, ping));
                }

                least = Math.Min(least, GC.GetAllocatedBytesForCurrentThread() - before);
                Assert.That(failures, Is.Zero);
                foreach (PacketConnection connection in array)
                {
                    await connection.FlushAsync();
                }
            }

            return least;
        });

        // If each broadcast allocated, it would be at least 24,000 bytes. The limit allows for a few arrays of a pool that grows.
        Assert.That(least, Is.LessThan(12_000));
        foreach (PacketConnection connection in array)
        {
            await connection.DisposeAsync();
        }
    }

    private static int CountFailures(ValueTask<Failures> send) => send.IsCompletedSuccessfully ? send.Result.Count : -1;

    private static (Task<Failures> Send, uint Id, byte[] Payload) Send(string form, IEnumerable<PacketConnection> connections)
    {
        switch (form)
        {
            case "message":
                Ping ping = new() { Time = 7, Number = 8 };
                byte[] payload = new byte[Ping.ByteSize];
                Assert.That(ping.TryWrite(payload, out _), Is.True);
                return (PacketBroadcast.SendAsync(connections, ping).AsTask(), 780, payload);
            case "bytes":
                return (PacketBroadcast.SendAsync(connections, 7, [8, 9]).AsTask(), 7, [8, 9]);
            default:
                return (PacketBroadcast.SendAsync(connections, new ValuePacket<byte>(6, (byte)3, new CallingWriter(static () => Task.CompletedTask, whileMeasuring: true))).AsTask(), 6, [3]);
        }
    }

    /// <summary>A connection over pipes, whose reader can be slow.</summary>
    private sealed class Peer
    {
        private readonly Pipe _input = new();

        internal Peer(PacketFormat? format = null, bool pauses = false, PacketConnectionOptions? options = null)
        {
            Output = pauses ? new Pipe(new PipeOptions(pauseWriterThreshold: 10, resumeWriterThreshold: 5)) : new Pipe();
            Connection = new PacketConnection(new TestDuplexPipe(_input.Reader, Output.Writer), format, options);
        }

        internal PacketConnection Connection { get; }

        internal Pipe Output { get; }

        /// <summary>Completes the connection, and returns all bytes that it sent.</summary>
        internal async Task<byte[]> CompleteAsync()
        {
            Task completing = Connection.CompleteAsync().AsTask();
            using MemoryStream sent = new();
            await Output.Reader.CopyToAsync(sent).WaitAsync(Limit);
            await completing.WaitAsync(Limit);
            await Connection.DisposeAsync().AsTask().WaitAsync(Limit);
            return sent.ToArray();
        }
    }

    private sealed class AddingObserver(Action add) : PacketConnectionObserver
    {
        public override void Sent(PacketConnection connection, in Packet packet) => add();
    }
}
