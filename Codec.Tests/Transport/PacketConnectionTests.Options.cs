namespace Codec.Tests.Transport;

/// <content>Options that are out of range, and the limits of the ranges.</content>
public sealed partial class PacketConnectionTests
{
    private static readonly TimeSpan[] RefusedTimeouts =
    [
        TimeSpan.FromSeconds(-5), TimeSpan.FromTicks(-1), TimeSpan.FromMilliseconds(int.MaxValue) + TimeSpan.FromTicks(1), TimeSpan.FromDays(60),
        TimeSpan.MaxValue, TimeSpan.MinValue,
    ];

    private static readonly TimeSpan[] AcceptedTimeouts = [Timeout.InfiniteTimeSpan, TimeSpan.FromTicks(1), TimeSpan.FromMilliseconds(int.MaxValue)];

    [Test]
    public void Timeout_out_of_range_is_rejected_with_its_name_and_value([ValueSource(nameof(RefusedTimeouts))] TimeSpan timeout)
    {
        AssertRefused(new PacketConnectionOptions { CloseTimeout = timeout }, nameof(PacketConnectionOptions.CloseTimeout), timeout);
        AssertRefused(new PacketConnectionOptions { HalfPacketTimeout = timeout }, nameof(PacketConnectionOptions.HalfPacketTimeout), timeout);
        AssertRefused(new PacketConnectionOptions { IdleTimeout = timeout }, nameof(PacketConnectionOptions.IdleTimeout), timeout);
    }

    [Test]
    public void Send_limit_below_1_is_rejected([Values(0, -1, int.MinValue)] int limit) =>
        AssertRefused(new PacketConnectionOptions { SendLimit = limit }, nameof(PacketConnectionOptions.SendLimit), limit);

    [Test]
    public async Task Infinite_smallest_and_largest_timeouts_are_accepted_and_the_connection_closes(
        [ValueSource(nameof(AcceptedTimeouts))] TimeSpan timeout)
    {
        (PacketConnection connection, Socket peer) = await Connect(
            new PacketConnectionOptions { CloseTimeout = timeout, HalfPacketTimeout = timeout, IdleTimeout = timeout });
        using (peer)
        {
            await connection.DisposeAsync().AsTask().WaitAsync(Limit);
            Assert.That(connection.CloseReason, Is.EqualTo(PacketCloseReason.Local));
            peer.ReceiveTimeout = (int)Limit.TotalMilliseconds;
            Assert.That(peer.Receive(new byte[1]), Is.Zero, "the end of the stream");
        }
    }

    [Test]
    public async Task Invalid_options_are_rejected_before_connecting()
    {
        using Socket listener = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        listener.Listen(1);
        await Assert.ThrowsAsync<ArgumentOutOfRangeException>(
            () => PacketConnection.ConnectAsync(listener.LocalEndPoint!, options: new PacketConnectionOptions { SendLimit = 0 }).WaitAsync(Limit));
        Assert.That(listener.Poll(0, SelectMode.SelectRead), Is.False, "a peer that connected");
    }

    [Test]
    public async Task Constructor_that_throws_leaves_the_socket_unchanged()
    {
        (Socket client, Socket server) = await ConnectSockets();
        using (client)
        using (server)
        {
            Assert.That(() => new PacketConnection(client, options: new PacketConnectionOptions { SendLimit = 0 }), Throws.TypeOf<ArgumentOutOfRangeException>());
            Assert.That((client.Blocking, client.NoDelay), Is.EqualTo((true, false)));
            client.Blocking = false;
            Assert.That(() => new PacketConnection(client), Throws.InstanceOf<IOException>());
            Assert.That(client.NoDelay, Is.False);
        }
    }

    private static void AssertRefused(PacketConnectionOptions options, string name, object value)
    {
        string shown = FormattableString.Invariant($"{value}");
        Pipe pipe = new();
        using EndingStream stream = new([]);
        Assert.That(
            () => new PacketConnection(stream, options: options),
            Throws.TypeOf<ArgumentOutOfRangeException>().With.Message.Contains(name).And.Message.Contains(shown)
                .And.Property(nameof(ArgumentException.ParamName)).EqualTo("options"));
        Assert.That(
            () => new PacketConnection(new TestDuplexPipe(pipe.Reader, pipe.Writer), options: options), Throws.TypeOf<ArgumentOutOfRangeException>());
    }
}
