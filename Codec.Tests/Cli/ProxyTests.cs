namespace Codec.Tests.Cli;

/// <summary>Tests the proxies of <c>codec tap</c> in this process, with failures that another process cannot cause.</summary>
internal sealed class ProxyTests : ToolFixture
{
    [Test]
    public async Task A_line_whose_delivery_fails_ends_only_after_its_last_use_of_the_tap()
    {
        using TcpListener listener = Listen();
        using TcpClient client = new();
        await client.ConnectAsync((IPEndPoint)listener.LocalEndpoint);
        using Socket source = await listener.AcceptSocketAsync();
        using Socket destination = new(SocketType.Stream, ProtocolType.Tcp);
        destination.Dispose();
        using BlockedClock clock = new();
        using TapPrinter printer = new(Lines(TextWriter.Null), isQuiet: true);
        using TapLog log = new(null, printer, clock);
        StreamTap tap = new(log, 1, CaptureDirection.Outbound, PacketFormat.Default);

        // At this rate, a chunk has 3 bytes. The second one completes the packet, whose time is read before the first one is delivered.
        LineConditions conditions = new() { Delay = TimeSpan.FromMilliseconds(250), BytesPerSecond = 300 };
        SocketLine line = new(new TapSide("client", CaptureDirection.Outbound, source, TimeProvider.System), new TapSide("server", CaptureDirection.Inbound, destination, TimeProvider.System), tap, conditions, new LineSchedule(conditions, TimeProvider.System, 1), TimeProvider.System);
        Task running = line.RunAsync(default);
        await client.GetStream().WriteAsync((byte[])[1, 0, 7, 0, 42]);
        try
        {
            Assert.That(clock.WaitForReader(Limit), Is.True);
            Assert.That(await Task.WhenAny(running, Task.Delay(500)), Is.Not.SameAs(running));
        }
        finally
        {
            clock.Release();
        }

        Assert.That(async () => await running.WaitAsync(Limit), Throws.InstanceOf<ObjectDisposedException>());
    }

    [Test]
    public async Task A_client_whose_session_cannot_be_created_does_not_end_other_sessions()
    {
        using EchoServer server = new();
        using UdpClient socket = new(new IPEndPoint(IPAddress.Loopback, 0));
        using TapPrinter printer = new(Lines(TextWriter.Null), isQuiet: true);
        using TapLog log = new(null, printer, TimeProvider.System);
        IPEndPoint target = new(server.EndPoint.Address, server.EndPoint.Port);
        TapOptions options = new(socket.Client.LocalEndPoint!, target, PacketFormat.Default, new LineConditions());
        using CancellationTokenSource stop = new();
        Task running = new DatagramProxy(socket.Client, target, options, log, TimeProvider.System).RunAsync(stop.Token);
        using UdpClient first = Client();
        using UdpClient second = Client();
        await EchoAsync(first);
        await EchoAsync(second);

        // A socket without the option SO_BROADCAST cannot connect to this address.
        target.Address = IPAddress.Broadcast;
        using UdpClient third = Client();
        await third.SendAsync((byte[])[0, 0, 1, 0]);
        for (int tries = 0; tries < 1000 && log.FailedConnections == 0; tries++)
        {
            await Task.Delay(10);
        }

        Assert.That(log.FailedConnections, Is.EqualTo(1));
        await EchoAsync(first);
        await EchoAsync(second);
        Assert.That(log.Connections, Is.EqualTo(2));
        await stop.CancelAsync();
        await running.WaitAsync(Limit);

        UdpClient Client()
        {
            UdpClient client = new(new IPEndPoint(IPAddress.Loopback, 0));
            client.Connect((IPEndPoint)socket.Client.LocalEndPoint!);
            return client;
        }
    }

    [Test]
    [Platform("Linux", Reason = "other systems do not count the datagrams that they drop")]
    public async Task Datagrams_that_the_system_drops_are_counted_as_lost()
    {
        const int Datagrams = 2000;
        using UdpClient socket = new(new IPEndPoint(IPAddress.Loopback, 0));
        socket.Client.ReceiveBufferSize = 64 * 1024;
        using UdpClient client = new(new IPEndPoint(IPAddress.Loopback, 0));
        byte[] datagram = new byte[1000];
        for (int i = 0; i < Datagrams; i++)
        {
            await client.SendAsync(datagram, (IPEndPoint)socket.Client.LocalEndPoint!);
        }

        using TapPrinter printer = new(Lines(TextWriter.Null), isQuiet: true);
        using TapLog log = new(null, printer, TimeProvider.System);
        using CancellationTokenSource stop = new(Limit);
        int taken = 0;
        Task running = new DatagramReader(socket.Client, CaptureDirection.Outbound, log).RunAsync(
            (received, _) =>
            {
                taken += received.Length == datagram.Length ? 1 : 0;
                return received.Length == 0 ? new ValueTask(stop.CancelAsync()) : ValueTask.CompletedTask;
            },
            exception => throw exception,
            stop.Token);

        // The socket's buffer was full. An empty datagram, which can be dropped too, ends the test.
        int empty = 0;
        for (; !running.IsCompleted; empty++)
        {
            await client.SendAsync((byte[])[], (IPEndPoint)socket.Client.LocalEndPoint!);
            await Task.Delay(10);
        }

        Assert.That(log.FromClient.Lost, Is.GreaterThan(Datagrams / 2));
        Assert.That(taken + log.FromClient.Lost, Is.InRange(Datagrams, Datagrams + empty));
        Assert.That(log.SystemLossIsUnknown, Is.False);
    }

    [Test]
    public void Lines_that_are_not_printed_are_reported_in_their_place()
    {
        const int Queued = 4096;
        using HeldWriter output = new();
        using TapPrinter printer = new(Lines(output), isQuiet: false);
        printer.Add(Event("connected"));
        Assert.That(output.IsHeld.Wait(Limit), Is.True);
        for (int i = 0; i < Queued + 10; i++)
        {
            printer.Add(new TapLine(default, 1, CaptureDirection.Outbound) { Id = 7 });
        }

        printer.Add(Event("closed"));
        output.Release.Set();
        Assert.That(output.HasEnded.Wait(Limit), Is.True);
        printer.Dispose();
        string[] lines = $"{output}".Split('\n', StringSplitOptions.RemoveEmptyEntries);
        Assert.That(lines, Has.Length.EqualTo(Queued + 4), "with the heading");
        Assert.That(lines[^2..].Select(line => line.Split(" - ")[1]), Is.EqualTo((string[])["skipped: 10 packets not shown", "closed:"]));
    }

    [Test]
    [Platform("Linux", Reason = "Windows does not report it")]
    public async Task A_server_that_refuses_datagrams_is_named()
    {
        using UdpClient left = new(new IPEndPoint(IPAddress.Loopback, 0));
        IPEndPoint target = (IPEndPoint)left.Client.LocalEndPoint!;
        left.Dispose();
        using UdpClient socket = new(new IPEndPoint(IPAddress.Loopback, 0));
        using StringWriter output = new();
        using TapPrinter printer = new(Lines(output), isQuiet: false);
        using TapLog log = new(null, printer, TimeProvider.System);
        TapOptions options = new(socket.Client.LocalEndPoint!, target, PacketFormat.Default, new LineConditions());
        using CancellationTokenSource stop = new();
        Task running = new DatagramProxy(socket.Client, target, options, log, TimeProvider.System).RunAsync(stop.Token);
        using UdpClient client = new(new IPEndPoint(IPAddress.Loopback, 0));
        await client.SendAsync((byte[])[0, 0, 1, 0], (IPEndPoint)socket.Client.LocalEndPoint!);
        for (int tries = 0; tries < 1000 && log.FailedConnections == 0; tries++)
        {
            await Task.Delay(10);
        }

        await stop.CancelAsync();
        await running.WaitAsync(Limit);
        printer.Dispose();
        Assert.That($"{output}", Does.Contain($"<1 - failed: {target}: Connection refused"));
    }

    [Test]
    public async Task A_server_is_reached_at_any_of_its_addresses()
    {
        if (!Socket.OSSupportsIPv6)
        {
            ExternalProgram.Missing("Enable IPv6 to run this test.");
        }

        using EchoServer server = new();
        using TcpListener listener = Listen();
        using TapPrinter printer = new(Lines(TextWriter.Null), isQuiet: true);
        using TapLog log = new(null, printer, TimeProvider.System);
        TapOptions options = new(listener.LocalEndpoint, server.EndPoint, PacketFormat.Default, new LineConditions());

        // On many systems, these are the addresses of localhost. No server listens on the first one.
        IPEndPoint[] servers = [new(IPAddress.IPv6Loopback, server.EndPoint.Port), server.EndPoint];
        using CancellationTokenSource stop = new();
        Task running = new StreamProxy(listener.Server, servers, options, log, TimeProvider.System).RunAsync(stop.Token);
        using TcpClient client = new();
        await client.ConnectAsync((IPEndPoint)listener.LocalEndpoint);
        await client.GetStream().WriteAsync((byte[])[0, 0, 1, 0]);
        byte[] received = new byte[4];
        await client.GetStream().ReadExactlyAsync(received).AsTask().WaitAsync(Limit);
        Assert.That((log.Connections, log.FailedConnections), Is.EqualTo((1, 0)));
        await stop.CancelAsync();
        await running.WaitAsync(Limit);
    }

    private static TapLineWriter Lines(TextWriter output) => new(Utf8Output.Of(CodecTool.Console(output)), schema: null, PacketFormat.Default, isJson: false);

    private static TapLine Event(string name) => new(default, 1, CaptureDirection.Unknown) { Event = name, Detail = "" };

    private static async Task EchoAsync(UdpClient client)
    {
        await client.SendAsync((byte[])[0, 0, 1, 0]);
        Assert.That((await client.ReceiveAsync().WaitAsync(TimeSpan.FromSeconds(10))).Buffer, Is.EqualTo((byte[])[0, 0, 1, 0]));
    }

    private sealed class HeldWriter : StringWriter
    {
        public ManualResetEventSlim IsHeld { get; } = new();

        public ManualResetEventSlim Release { get; } = new();

        public ManualResetEventSlim HasEnded { get; } = new();

        public override void Write(string? value)
        {
            IsHeld.Set();
            Release.Wait(Limit);
            base.Write(value);
            if (value!.Contains("closed", StringComparison.Ordinal))
            {
                HasEnded.Set();
            }
        }

        protected override void Dispose(bool disposing)
        {
            IsHeld.Dispose();
            Release.Dispose();
            HasEnded.Dispose();
            base.Dispose(disposing);
        }
    }

    /// <summary>The system's clock, except that each read of the current time waits for the test.</summary>
    private sealed class BlockedClock : TimeProvider, IDisposable
    {
        private readonly ManualResetEventSlim _isReading = new();
        private readonly ManualResetEventSlim _mayContinue = new();

        /// <summary>Waits until the time is read.</summary>
        public bool WaitForReader(TimeSpan limit) => _isReading.Wait(limit);

        /// <summary>Lets this and every later read continue.</summary>
        public void Release() => _mayContinue.Set();

        public override DateTimeOffset GetUtcNow()
        {
            _isReading.Set();
            _mayContinue.Wait();
            return base.GetUtcNow();
        }

        public void Dispose()
        {
            _isReading.Dispose();
            _mayContinue.Dispose();
        }
    }
}
