namespace Codec.Tests.Cli;

/// <summary>Tests the command <c>codec tap</c> between real sockets. It runs in another process if a test sends a signal or limits the process.</summary>
[Platform(Exclude = "Win", Reason = "the tests send signals")]
internal sealed class TapCommandTests : ToolFixture
{
    [TestCase(false, "INT")]
    [TestCase(true, "TERM")]
    [TestCase(false, "HUP")]
    public async Task Packets_to_the_Cpp_server_and_back_are_forwarded_printed_and_captured(bool asTcp, string signal)
    {
        const int Packets = 300;
        const uint FirstId = 7000;
        using CppServer server = new("echo");
        using ToolProcess tap = ToolProcess.Start(["tap", "127.0.0.1:0", $"{server.EndPoint}", "--output", CapturePath, .. asTcp ? (string[])["--as-tcp"] : []]);
        byte[][] sent = [.. Enumerable.Range(0, Packets).Select(i => Bytes(i % 7 == 0 ? 60_000 : i % 50, i))];
        await using (PacketConnection connection = await PacketConnection.ConnectAsync(EndPointOf(tap)))
        {
            Task sending = Task.Run(async () =>
            {
                for (int i = 0; i < Packets; i++)
                {
                    // The server does not know these ids. It would verify the payloads of ids that it knows.
                    await connection.SendAsync(FirstId + (uint)i, sent[i]);
                }
            });
            int received = 0;
            await foreach (PacketReadResult result in connection.ReadAllAsync())
            {
                Assert.That(result.Packet.Id, Is.EqualTo(FirstId + received));
                Assert.That(result.Packet.Payload.ToArray(), Is.EqualTo(sent[received++]));
                if (received == Packets)
                {
                    await connection.CompleteAsync();
                }
            }

            Assert.That(received, Is.EqualTo(Packets));
            await sending.WaitAsync(Limit);
        }

        tap.Signal(signal);
        Assert.That(tap.WaitForExit(), Is.Zero, tap.Output + tap.Errors);
        Assert.That(tap.Output, Does.Contain($"client to server").And.Contain("1 connection in ").And.Contain($"{2 * Packets} packets captured in {CapturePath}."));
        Assert.That(tap.Output.Contains((char)27), Is.False, "no escape codes");
        foreach (CaptureDirection direction in (CaptureDirection[])[CaptureDirection.Outbound, CaptureDirection.Inbound])
        {
            Assert.That(Captured(direction, server.EndPoint.Port), Is.EqualTo(sent.Select((payload, id) => (1u, FirstId + (uint)id, Convert.ToHexString(payload)))));
        }
    }

    [Test]
    public async Task Lines_fit_80_columns_and_show_direction_id_name_size_and_fields()
    {
        using EchoServer server = new();
        using RunningTool tap = Start(server.EndPoint, "--schema", Schema());
        using TcpClient client = await ConnectAsync(tap);
        byte[] payload = [7, 0, 0, 0, 0, 0, 128, 63];
        await client.GetStream().WriteAsync((byte[])[8, 0, 7, 0, .. payload, 3, 0, 7, 0, 1, 2, 3, 20, 0, 9, 0, .. Bytes(20, 1)]);
        await ReadAsync(client, 43);
        client.Close();
        string[] lines = Stop(tap, 0).Split('\n');
        Assert.That(lines.Where(line => !line.Contains("listening", StringComparison.Ordinal)).Select(line => line.Length), Is.All.LessThanOrEqualTo(80));
        Assert.That(lines, Has.One.Matches(@"^ +0\.\d{6} >1 +7 Move +8 x=7 y=1$").And.One.Matches(@"^ +0\.\d{6} <1 +7 Move +8 x=7 y=1$"));
        Assert.That(lines, Has.One.Matches(@"^ +0\.\d{6} >1 +9 \? +20$"));
        Assert.That(lines, Has.Exactly(2).Matches(@"^ +0\.\d{6} [<>]1 ! PayloadInvalid at byte 0 of the payload: the payload has 3$"));
        Assert.That(lines, Has.Exactly(2).Matches(@"^ +0\.\d{6} [<>]1 ! UnknownId: the schema has no packet with this id\.$"));
    }

    [Test]
    public async Task A_packet_of_the_wrong_side_is_named_as_that([Values] bool asJson)
    {
        using EchoServer server = new();
        string schema = Files.Put("side.fbs", "include \"packets.fbs\"; table Login (packet_id: 7, packet_direction: \"client\") { x:int; }"u8.ToArray());
        using RunningTool tap = Start(server.EndPoint, ["--schema", schema, .. asJson ? (string[])["--json"] : []]);
        using TcpClient client = await ConnectAsync(tap);
        byte[] packet = [4, 0, 7, 0, 1, 2, 3, 4];
        await client.GetStream().WriteAsync(packet);
        await ReadAsync(client, packet.Length);
        client.Close();
        string[] lines = Stop(tap, 0).Split('\n');
        Assert.That(lines, asJson
            ? Has.One.Contains("\"direction\":\"in\",\"connection\":1,\"id\":7,\"type\":\"Login\",\"size\":4,\"error\":\"IdNotAllowed\",\"message\":\"IdNotAllowed: only the client may send Login.\"")
            : Has.One.EndsWith(" <1 ! IdNotAllowed: only the client may send Login.").And.One.Contains(" >1 ! PayloadInvalid at byte "));
    }

    [Test]
    public async Task Invalid_bytes_and_all_later_bytes_are_forwarded_and_captured_and_reported_once()
    {
        using EchoServer server = new();
        using RunningTool tap = Start(server.EndPoint, "--packet-format", "size=u32,id=u16,order=id-size,max=1000", "--output", CapturePath);
        using TcpClient client = await ConnectAsync(tap);
        byte[] sent = [7, 0, 2, 0, 0, 0, 1, 2, .. "GET / HTTP/1.1\r\n\r\n"u8, .. Bytes(100_000, 4)];
        foreach (byte[] piece in sent.Chunk(7).Take(8).Append(sent[56..]))
        {
            await client.GetStream().WriteAsync(piece);
            await Task.Delay(5);
        }

        Assert.That((await ReadAsync(client, sent.Length)).SequenceEqual(sent), Is.True);
        client.Close();
        tap.WaitForLineWith(" - closed: ");
        string output = Stop(tap, 1);
        Assert.That(output.Split(">1 ! PayloadTooLarge at byte 8, ").Length, Is.EqualTo(2), output);
        Assert.That(
            string.Join(' ', output.Split((char[])[' ', '\n'], StringSplitOptions.RemoveEmptyEntries)),
            Does.Match("[0-9A-F]{12,16}…?: the bytes are not a packet, and the rest is not read\\. The bytes look like HTTP\\.").And.Contain(" - closed: the client ended first, then the server, after PayloadTooLarge from the "));
        Assert.That(output.Split('\n').Select(line => line.Length), Is.All.LessThanOrEqualTo(80));
        Assert.That(RawCaptured(CaptureDirection.Outbound).SequenceEqual(sent), Is.True);
        Assert.That(RawCaptured(CaptureDirection.Inbound).SequenceEqual(sent), Is.True);
    }

    [Test]
    public async Task Any_bytes_are_forwarded_unchanged_and_an_incomplete_packet_is_reported_and_captured()
    {
        byte[] garbage = Bytes(200_000, 3);

        // The last packet is incomplete.
        byte[] sent = [.. garbage.Take(Boundary(garbage)), 0xFF, 0xFF, 1, 0, 42];
        using EchoServer server = new();
        using RunningTool tap = Start(server.EndPoint, "--output", CapturePath, "-q");
        using TcpClient client = await ConnectAsync(tap);
        Task writing = client.GetStream().WriteAsync(sent).AsTask();
        Assert.That((await ReadAsync(client, sent.Length)).SequenceEqual(sent), Is.True);
        await writing;
        client.Client.Shutdown(SocketShutdown.Send);
        Assert.That(await ReadAsync(client, 1), Is.Empty);
        string output = Stop(tap, 1);
        Assert.That(output, Does.Contain($">1 ! PayloadTruncated at byte {sent.Length - 5}, 5 bytes FFFF01002A").And.Contain($"<1 ! PayloadTruncated at byte {sent.Length - 5}, "));
        Assert.That(RawCaptured(CaptureDirection.Outbound).SequenceEqual(sent), Is.True);
        Assert.That(RawCaptured(CaptureDirection.Inbound).SequenceEqual(sent), Is.True);
    }

    [Test]
    public async Task A_half_close_is_forwarded_after_all_earlier_data([Values("", "--delay 20ms --rate 20MB")] string degraded)
    {
        using TcpListener server = Listen();
        using RunningTool tap = Start(server.LocalEndpoint, degraded.Split(' ', StringSplitOptions.RemoveEmptyEntries));
        using TcpClient client = await ConnectAsync(tap);
        byte[] sent = Bytes(300_000, 5);
        Task writing = client.GetStream().WriteAsync(sent).AsTask();
        using TcpClient accepted = await server.AcceptTcpClientAsync().WaitAsync(Limit);
        Task shutdown = writing.ContinueWith(_ => client.Client.Shutdown(SocketShutdown.Send), TaskScheduler.Default);
        Assert.That((await ReadAsync(accepted, sent.Length + 1)).SequenceEqual(sent), Is.True, "to the end");
        await shutdown;

        // The other direction is still open.
        await accepted.GetStream().WriteAsync(sent);
        accepted.Client.Shutdown(SocketShutdown.Send);
        Assert.That((await ReadAsync(client, sent.Length + 1)).SequenceEqual(sent), Is.True);
    }

    [Test]
    public async Task A_reset_is_forwarded([Values] bool byClient)
    {
        using TcpListener server = Listen();
        using RunningTool tap = Start(server.LocalEndpoint);
        using TcpClient client = await ConnectAsync(tap);
        await client.GetStream().WriteAsync((byte[])[1, 0, 1, 0, 9]);
        using TcpClient accepted = await server.AcceptTcpClientAsync().WaitAsync(Limit);
        await ReadAsync(accepted, 5);
        TcpClient resetting = byClient ? client : accepted;
        resetting.LingerState = new LingerOption(enable: true, 0);

        // TcpClient.Close would first end the connection with a FIN.
        resetting.Client.Close(0);
        Assert.That(await ErrorAsync(byClient ? accepted : client), Is.EqualTo(SocketError.ConnectionReset));
        Assert.That(tap.WaitForLineWith("1 - closed: "), Does.Match(byClient ? ">1 - closed: the client reset the connection" : "<1 - closed: the server reset the connection"));
        Assert.That(Stop(tap, 1), Does.Contain("1 connection in ").And.Contain(" s, 1 failed."));
    }

    [TestCase("", false)]
    [TestCase("", true)]
    [TestCase("--delay 200ms", false)]
    [TestCase("--delay 200ms", true)]
    [TestCase("--rate 100kB", true)]
    public async Task Bytes_that_were_sent_before_a_reset_arrive_before_it(string degraded, bool isAnswered)
    {
        using TcpListener server = Listen();
        using RunningTool tap = Start(server.LocalEndpoint, ["-q", .. degraded.Split(' ', StringSplitOptions.RemoveEmptyEntries)]);
        using TcpClient client = await ConnectAsync(tap);
        await client.GetStream().WriteAsync((byte[])[0, 0, 1, 0]);
        using TcpClient accepted = await server.AcceptTcpClientAsync().WaitAsync(Limit);
        await ReadAsync(accepted, 4);

        // The tap finds the reset when it reads from the client, or when it writes these bytes to the client.
        Task answering = !isAnswered ? Task.CompletedTask : Task.Run(async () =>
        {
            try
            {
                for (; ; )
                {
                    await accepted.GetStream().WriteAsync(new byte[1000]);
                    await Task.Delay(1);
                }
            }
            catch (IOException)
            {
            }
        });
        await ReadAsync(client, isAnswered ? 5000 : 0);
        byte[] sent = [.. Enumerable.Repeat((byte[])[1, 0, 7, 0, 42], 2000).SelectMany(packet => packet)];
        await client.GetStream().WriteAsync(sent);
        client.LingerState = new LingerOption(enable: true, 0);
        client.Client.Close(0);
        Assert.That((await ReadAsync(accepted, sent.Length)).SequenceEqual(sent), Is.True);
        await answering.WaitAsync(Limit);
        tap.WaitForLineWith(">1 - closed: the client ");
    }

    [TestCase("client", "server")]
    [TestCase("server", "client")]
    public async Task The_side_that_ended_first_is_named(string first, string second)
    {
        using TcpListener server = Listen();
        using RunningTool tap = Start(server.LocalEndpoint);
        using TcpClient client = await ConnectAsync(tap);
        using TcpClient accepted = await server.AcceptTcpClientAsync().WaitAsync(Limit);
        TcpClient early = first == "client" ? client : accepted;
        TcpClient late = first == "client" ? accepted : client;
        early.Client.Shutdown(SocketShutdown.Send);
        Assert.That(await ReadAsync(late, 1), Is.Empty);
        late.Client.Shutdown(SocketShutdown.Send);
        tap.WaitForLineWith($"{(first == "client" ? '>' : '<')}1 - closed: the {first} ended first, then the {second}");
        Stop(tap, 0);
    }

    [Test]
    public async Task A_stalled_receiver_blocks_the_sender_and_no_data_is_lost([Values("", "--delay 10ms")] string degraded)
    {
        using TcpListener server = new(IPAddress.Loopback, 0);
        server.Server.ReceiveBufferSize = 16 * 1024;
        server.Start();
        using RunningTool tap = Start(server.LocalEndpoint, ["-q", .. degraded.Split(' ', StringSplitOptions.RemoveEmptyEntries)]);
        using TcpClient client = await ConnectAsync(tap);
        using TcpClient accepted = await server.AcceptTcpClientAsync().WaitAsync(Limit);
        byte[] chunk = Bytes(1024 * 1024, 6);
        int written = 0;
        Task writing;
        do
        {
            Assert.That(written++, Is.LessThan(64), "64 MB are not buffered");
            writing = client.GetStream().WriteAsync(chunk).AsTask();
        }
        while (await Task.WhenAny(writing, Task.Delay(1000)) == writing);

        for (int i = 0; i < written; i++)
        {
            Assert.That((await ReadAsync(accepted, chunk.Length)).SequenceEqual(chunk), Is.True, $"chunk {i} of {written}");
        }

        await writing.WaitAsync(Limit);
    }

    [Test]
    public async Task Many_connections_are_forwarded_at_once()
    {
        const int Connections = 200;
        using EchoServer server = new();
        using RunningTool tap = Start(server.EndPoint, "--output", CapturePath);
        IPEndPoint endPoint = EndPointOf(tap);
        await Task.WhenAll(Enumerable.Range(0, Connections).Select(async number =>
        {
            using TcpClient client = new();
            await client.ConnectAsync(endPoint);
            byte[] packet = [4, 0, 1, 0, .. BitConverter.GetBytes(number)];
            for (int i = 0; i < 10; i++)
            {
                await client.GetStream().WriteAsync(packet);
                Assert.That(await ReadAsync(client, packet.Length), Is.EqualTo(packet));
            }
        })).WaitAsync(Limit);
        Assert.That(Stop(tap, 0), Does.Contain($"{Connections} connections in "));
        Assert.That(Captured(CaptureDirection.Inbound).GroupBy(packet => packet.Connection).Select(group => (group.Distinct().Count(), group.Count())), Is.EqualTo(Enumerable.Repeat((1, 10), Connections)));
    }

    [Test]
    public async Task Clients_beyond_the_limit_of_descriptors_are_disconnected_and_the_others_are_forwarded()
    {
        const int Clients = 100;
        using EchoServer server = new();
        using ToolProcess tap = ToolProcess.StartLimited("ulimit -n 300", "tap", "127.0.0.1:0", $"{server.EndPoint}", "--output", CapturePath);
        IPEndPoint endPoint = EndPointOf(tap);
        TcpClient[] clients = [.. Enumerable.Range(0, Clients).Select(_ => new TcpClient())];
        try
        {
            await Task.WhenAll(clients.Select(client => client.ConnectAsync(endPoint))).WaitAsync(Limit);
            tap.WaitForLineWith(" was not accepted: Too many open files");
            byte[] packet = [4, 0, 1, 0, 1, 2, 3, 4];
            await clients[0].GetStream().WriteAsync(packet);
            Assert.That(await ReadAsync(clients[0], packet.Length), Is.EqualTo(packet));
            Assert.That(await clients[^1].GetStream().ReadAsync(new byte[1]).AsTask().WaitAsync(Limit), Is.Zero);
        }
        finally
        {
            Array.ForEach(clients, client => client.Dispose());
        }

        Assert.That(Stop(tap, 1), Does.Contain("2 packets captured in "));
    }

    [Test]
    public async Task If_nobody_reads_the_output_the_capture_has_every_packet_and_the_tap_ends()
    {
        const int Packets = 50_000;
        using EchoServer server = new();

        // The shell does not read the output, so the pipe is full after 64 KB.
        using System.Diagnostics.Process shell = ExternalProgram.Start(
            "/bin/sh",
            [
                "-c",
                "exec 3>&1; { /bin/sh -c 'echo $$ >&3; exec dotnet \"$0\" tap 127.0.0.1:0 \"$1\" --output \"$2\"' \"$0\" \"$1\" \"$2\"; echo ended >&3; } | { read line; read line; echo \"$line\" >&3; sleep 120; }",
                CodecTool.Path, $"{server.EndPoint}", CapturePath,
            ],
            redirectInput: false);
        string process = await shell.StandardOutput.ReadLineAsync() ?? "";
        string line = await shell.StandardOutput.ReadLineAsync() ?? "";
        using TcpClient client = new();
        await client.ConnectAsync(Parse(line));
        byte[] sent = [.. Enumerable.Range(0, Packets).SelectMany(i => (byte[])[8, 0, 3, 0, .. BitConverter.GetBytes((long)i)])];
        Task writing = client.GetStream().WriteAsync(sent).AsTask();
        Assert.That((await ReadAsync(client, sent.Length)).SequenceEqual(sent), Is.True);
        await writing;
        client.Close();

        // The capture is written within a second.
        for (int tries = 0; tries < 300 && Captured(CaptureDirection.Inbound).Length < Packets; tries++)
        {
            await Task.Delay(100);
        }

        Assert.That(Captured(CaptureDirection.Outbound), Has.Length.EqualTo(Packets));
        Assert.That(Captured(CaptureDirection.Inbound), Has.Length.EqualTo(Packets));

        // The summary would have to wait, too.
        ExternalProgram.RunSuccessfully("/bin/sh", "-c", $"kill -TERM {process}");
        Assert.That(await shell.StandardOutput.ReadLineAsync().WaitAsync(TimeSpan.FromMinutes(1)), Is.EqualTo("ended"));
        shell.Kill(entireProcessTree: true);
    }

    [TestCase("exec >&-")]
    [TestCase("exec 1</dev/null")]
    [Platform("Linux,MacOsX", Reason = "a shell closes the output")]
    public async Task Packets_are_forwarded_and_captured_if_the_output_cannot_be_written(string closing)
    {
        using EchoServer server = new();
        IPEndPoint listen = new(IPAddress.Loopback, FreePort());
        using ToolProcess tap = ToolProcess.StartLimited(closing, "tap", $"{listen}", $"{server.EndPoint}", "--output", CapturePath);

        // The tap creates the file when it listens.
        Assert.That(() => File.Exists(CapturePath), Is.True.After(60_000, 50), () => tap.Errors);
        using TcpClient client = new();
        await client.ConnectAsync(listen);
        byte[] packet = [1, 0, 7, 0, 42];
        for (int i = 0; i < 2; i++)
        {
            await client.GetStream().WriteAsync(packet);
            Assert.That(await ReadAsync(client, packet.Length), Is.EqualTo(packet));
        }

        tap.Signal("INT");
        Assert.That((tap.WaitForExit(), tap.Output), Is.EqualTo((2, "")));
        Assert.That(tap.Errors, closing.Contains('&') ? Is.EqualTo("codec: error: The standard output is closed.\n") : Does.StartWith("codec: error: "));
        Assert.That(Captured(CaptureDirection.Inbound), Has.Length.EqualTo(2));
    }

    [Test]
    public async Task If_the_server_is_unreachable_the_client_is_reset_and_the_failure_is_reported()
    {
        using Socket closed = new(SocketType.Stream, ProtocolType.Tcp);
        closed.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        using RunningTool tap = Start(closed.LocalEndPoint!);
        SocketError error;
        try
        {
            using TcpClient client = await ConnectAsync(tap);
            error = await ErrorAsync(client);
        }
        catch (SocketException exception)
        {
            // The reset arrived before the attempt to connect was complete.
            error = exception.SocketErrorCode;
        }

        Assert.That(error, Is.EqualTo(SocketError.ConnectionReset));
        Assert.That(Stop(tap, 1), Does.Contain("<1 - failed: ").And.Contain("1 connection in ").And.Contain(" s, 1 failed."));
    }

    // A timer can expire up to a millisecond early.
    [TestCase("--delay 80ms --jitter 10ms", 4, 0.138)]
    [TestCase("--rate 800kbit -q", 50_000, 0.48)]
    public async Task A_bad_line_takes_longer(string options, int bytes, double seconds)
    {
        using EchoServer server = new();
        using RunningTool tap = Start(server.EndPoint, options.Split(' '));
        using TcpClient client = await ConnectAsync(tap);
        long begin = TimeProvider.System.GetTimestamp();
        byte[] sent = [0, 0, 1, 0, .. Bytes(bytes - 4, 8)];
        await client.GetStream().WriteAsync(sent);
        Assert.That((await ReadAsync(client, sent.Length)).SequenceEqual(sent), Is.True);
        Assert.That(TimeProvider.System.GetElapsedTime(begin).TotalSeconds, Is.GreaterThan(seconds));
    }

    [Test]
    public async Task A_connection_is_reset_after_a_time()
    {
        using EchoServer server = new();
        using RunningTool tap = Start(server.EndPoint, "--disconnect-after", "2s");
        using TcpClient client = await ConnectAsync(tap);
        Assert.That(await ErrorAsync(client), Is.EqualTo(SocketError.ConnectionReset));
        Assert.That(Stop(tap, 0), Does.Contain(" 1 - closed: disconnected after 2 s"));
    }

    [TestCase("--disconnect-after 3s")]
    [TestCase("--delay 10ms")]
    [TestCase("")]
    public async Task A_packet_that_the_tap_itself_has_cut_is_captured_and_is_not_an_error(string options)
    {
        byte[] sent = [4, 0, 1];
        using EchoServer server = new();
        using RunningTool tap = Start(server.EndPoint, ["--output", CapturePath, .. options.Split(' ', StringSplitOptions.RemoveEmptyEntries)]);
        using TcpClient client = await ConnectAsync(tap);
        await client.GetStream().WriteAsync(sent);
        Assert.That(await ReadAsync(client, sent.Length), Is.EqualTo(sent));
        if (options.StartsWith("--disconnect", StringComparison.Ordinal))
        {
            tap.WaitForLineWith("disconnected after");
        }

        Assert.That(Stop(tap, 0), Does.Not.Contain(" ! ").And.Contain($"0 packets captured in {CapturePath}."));
        Assert.That(RawCaptured(CaptureDirection.Outbound), Is.EqualTo(sent));
        Assert.That(RawCaptured(CaptureDirection.Inbound), Is.EqualTo(sent));
    }

    [Test]
    public async Task Datagrams_are_forwarded_and_invalid_ones_are_reported()
    {
        using EchoServer server = new();
        using RunningTool tap = Start(server.EndPoint, "--udp", "--json", "--output", CapturePath);
        IPEndPoint endPoint = EndPointOf(tap);
        using UdpClient first = new(new IPEndPoint(IPAddress.Loopback, 0));
        using UdpClient second = new(new IPEndPoint(IPAddress.Loopback, 0));
        byte[][] datagrams = [[1, 0, 7, 0, 42], [0, 0, 8, 0], [9, 9, 9, 9, 9], [1], []];
        foreach (byte[] datagram in datagrams)
        {
            foreach (UdpClient client in (UdpClient[])[first, second])
            {
                await client.SendAsync(datagram, endPoint);
                Assert.That((await client.ReceiveAsync().WaitAsync(Limit)).Buffer, Is.EqualTo(datagram));
            }
        }

        JsonElement[] lines = [.. Stop(tap, 1).Split('\n', StringSplitOptions.RemoveEmptyEntries).Select(line => JsonDocument.Parse(line).RootElement)];
        Assert.That(lines[^1].GetProperty("event").GetString(), Is.EqualTo("summary"));
        Assert.That(lines[^1].GetProperty("connections").GetInt32(), Is.EqualTo(2));
        Assert.That(lines[^1].GetProperty("fromClient").GetProperty("packets").GetInt32(), Is.EqualTo(4));
        Assert.That(lines[^1].GetProperty("fromServer").GetProperty("notPackets").GetInt32(), Is.EqualTo(6));
        Assert.That(lines.Count(line => line.TryGetProperty("error", out JsonElement error) && error.GetString() == "HeaderTruncated"), Is.EqualTo(8));
        Assert.That(Captured(CaptureDirection.Inbound).Select(packet => packet.Id), Is.EqualTo((uint[])[7, 7, 8, 8]));
    }

    [TestCase("--loss 100%")]
    [TestCase("--delay 10m")]
    public async Task Datagrams_that_do_not_arrive_are_counted_as_lost(string options)
    {
        using EchoServer server = new();
        using RunningTool tap = Start(server.EndPoint, ["--udp", .. options.Split(' ')]);
        using UdpClient client = new(new IPEndPoint(IPAddress.Loopback, 0));
        await client.SendAsync((byte[])[0, 0, 1, 0], EndPointOf(tap));
        tap.WaitForLineWith(" >1 ");
        Assert.That(client.Available, Is.Zero);
        Assert.That(Stop(tap, 0).Split('\n').Single(line => line.StartsWith("client to server", StringComparison.Ordinal)), Does.Match(@"\b1 +4 +0 +1\b"));
    }

    [Test]
    public async Task Beyond_the_limit_the_longest_silent_datagram_client_is_forgotten()
    {
        const int Clients = 1100;
        using EchoServer server = new();
        using RunningTool tap = Start(server.EndPoint, "--udp", "-q", "--json");
        IPEndPoint endPoint = EndPointOf(tap);
        UdpClient[] clients = [.. Enumerable.Range(0, Clients).Select(_ => new UdpClient(new IPEndPoint(IPAddress.Loopback, 0)))];
        try
        {
            // The first client has been forgotten by the end, so it counts as a new connection.
            foreach (UdpClient client in clients.Append(clients[0]))
            {
                await client.SendAsync((byte[])[0, 0, 1, 0], endPoint);
                Assert.That((await client.ReceiveAsync().WaitAsync(Limit)).Buffer, Is.EqualTo((byte[])[0, 0, 1, 0]));
            }

            await clients[^1].SendAsync((byte[])[0, 0, 2, 0], endPoint);
            await clients[^1].ReceiveAsync().WaitAsync(Limit);
        }
        finally
        {
            Array.ForEach(clients, client => client.Dispose());
        }

        using JsonDocument summary = JsonDocument.Parse(Stop(tap, 0).Split('\n')[^2]);
        Assert.That(summary.RootElement.GetProperty("connections").GetInt32(), Is.EqualTo(Clients + 1));
        Assert.That(summary.RootElement.GetProperty("fromServer").GetProperty("packets").GetInt32(), Is.EqualTo(Clients + 2));
    }

    [Test]
    public async Task A_session_that_cannot_connect_keeps_no_socket()
    {
        const int Datagrams = 300;

        // A socket without the option SO_BROADCAST cannot connect to this address.
        using ToolProcess tap = ToolProcess.StartLimited("ulimit -n 200", "tap", "127.0.0.1:0", "255.255.255.255:9", "--udp", "-q");
        using UdpClient client = new(new IPEndPoint(IPAddress.Loopback, 0));
        IPEndPoint endPoint = EndPointOf(tap);
        for (int i = 0; i < Datagrams; i++)
        {
            await client.SendAsync((byte[])[0, 0, 1, 0], endPoint);
            tap.WaitForLineWith(" - error: ");
        }

        string output = Stop(tap, 1);
        Assert.That(output, Does.Contain($"{Datagrams} failed.").And.Not.Contain("Too many open files"));
    }

    [Test]
    public async Task A_packet_whose_text_needs_too_much_memory_is_not_shown_but_forwarded()
    {
        // The JSON of each byte has 62 bytes, 74 MB in total.
        const int Count = 1_200_000;
        string text = $"include \"packets.fbs\"; struct Part {{ {new string('n', 55)}:ubyte; }} table Text (packet_id: 9) {{ parts:[Part]; }}";
        string schema = Files.Put("text.fbs", System.Text.Encoding.UTF8.GetBytes(text));
        byte[] payload = HostilePayloadTests.Records(Count);
        byte[] packet = [.. BitConverter.GetBytes(payload.Length), 9, 0, .. payload];

        // A heap of 64 MB.
        Dictionary<string, string> smallHeap = new() { ["DOTNET_GCHeapHardLimit"] = "0x4000000" };
        using EchoServer server = new();
        using ToolProcess tap = ToolProcess.Start(
            smallHeap, null, ["tap", "127.0.0.1:0", $"{server.EndPoint}", "--json", "--schema", schema, "--packet-format", $"size=u32,max={2 * Count}"]);
        using TcpClient client = new();
        using JsonDocument listening = JsonDocument.Parse(tap.WaitForLineWith("listening"));
        await client.ConnectAsync(IPEndPoint.Parse(listening.RootElement.GetProperty("detail").GetString()!.Split(',')[0]));
        Task<byte[]> echo = ReadAsync(client, packet.Length);
        await client.GetStream().WriteAsync(packet);
        Assert.That(await echo, Is.EqualTo(packet));
        tap.WaitForLineWith("\"event\":\"skipped\",\"detail\":");
        byte[] small = [0, 0, 0, 0, 1, 0];
        await client.GetStream().WriteAsync(small);
        Assert.That(await ReadAsync(client, small.Length), Is.EqualTo(small));
        tap.WaitForLineWith("\"id\":1");
    }

    [Test]
    public async Task A_device_without_space_stops_the_capture_but_not_the_forwarding()
    {
        using EchoServer server = new();
        using RunningTool tap = Start(server.EndPoint, "--output", "/dev/full");
        using TcpClient client = await ConnectAsync(tap);
        await client.GetStream().WriteAsync((byte[])[0, 0, 1, 0]);
        await ReadAsync(client, 4);
        tap.WaitForLineWith("the capture stopped: ");
        await client.GetStream().WriteAsync((byte[])[0, 0, 1, 0]);
        Assert.That(await ReadAsync(client, 4), Has.Length.EqualTo(4));
        Assert.That(Stop(tap, 1), Does.Contain("The capture stopped after "));
    }

    [TestCase("[::1]:0", false)]
    [TestCase("[::1]:0", true)]
    [TestCase("127.0.0.1:0", false)]
    [TestCase("[::]:0", false)]
    [TestCase("[::]:0", true)]
    public async Task The_tap_listens_on_and_forwards_to_IPv6_addresses(string listen, bool isUdp)
    {
        if (!Socket.OSSupportsIPv6)
        {
            ExternalProgram.Missing("Enable IPv6 to run this test.");
        }

        using EchoServer server = new(IPAddress.IPv6Loopback);
        using RunningTool tap = TapTask.Start([listen, $"{server.EndPoint}", "--output", CapturePath, .. isUdp ? (string[])["--udp"] : []]);
        string line = tap.WaitForLineWith("listening: ");
        Assert.That(line, Does.EndWith($"forwarding to [::1]:{server.EndPoint.Port}"));
        IPEndPoint endPoint = IPEndPoint.Parse(line.Split("listening: ")[1].Split(',')[0]);
        if (endPoint.Address.Equals(IPAddress.IPv6Any))
        {
            // IPv4 clients are accepted, too.
            endPoint.Address = IPAddress.Loopback;
        }

        using Socket client = new(endPoint.AddressFamily, isUdp ? SocketType.Dgram : SocketType.Stream, isUdp ? ProtocolType.Udp : ProtocolType.Tcp);
        await client.ConnectAsync(endPoint);
        await client.SendAsync((byte[])[1, 0, 7, 0, 42]);
        byte[] received = new byte[5];
        Assert.That(await client.ReceiveAsync(received).WaitAsync(Limit), Is.EqualTo(5));
        Assert.That(received, Is.EqualTo((byte[])[1, 0, 7, 0, 42]));
        client.Close();
        Stop(tap, 0);
        Assert.That(Captured(CaptureDirection.Inbound).Select(packet => (packet.Id, packet.Payload)), Is.EqualTo((ValueTuple<uint, string>[])[(7, "2A")]));
    }

    [Test]
    public void A_duration_ends_the_tap()
    {
        using EchoServer server = new();
        using RunningTool tap = Start(server.EndPoint, "--duration", "200ms", "--output", CapturePath);
        Assert.That(tap.WaitForExit(), Is.Zero);
        Assert.That(tap.Output, Does.Match(@"(?m)^0 connections in \d+\.\d s, 0 failed\.$"));
        Assert.That(Captured(CaptureDirection.Inbound), Is.Empty);
    }

    [Test]
    public void A_failure_to_start_gives_exit_code_2()
    {
        using TcpListener taken = Listen();
        (int exit, string output, string errors) = CodecTool.Run("tap", $"{taken.LocalEndpoint}", "127.0.0.1:7777");
        Assert.That((exit, output), Is.EqualTo((2, "")));
        Assert.That(errors, Does.StartWith($"codec: error: Cannot listen on {taken.LocalEndpoint}: "));

        (exit, output, errors) = CodecTool.Run("tap", "127.0.0.1:0", "127.0.0.1:7777", "--output", Files.PathOf("none/a.pcapng"));
        Assert.That((exit, output), Is.EqualTo((2, "")), errors);
        Assert.That(errors, Does.StartWith("codec: error: "));
    }

    [TestCase("127.0.0.1", "127.0.0.1")]
    [TestCase("127.0.0.1", "localhost")]
    [TestCase("127.0.0.1", "0.0.0.0")]
    [TestCase("0.0.0.0", "127.0.0.1")]
    [TestCase("0.0.0.0", "0.0.0.0")]
    [TestCase("[::]", "[::1]")]
    [TestCase("[::]", "127.0.0.1")]
    [TestCase("[::]", "0.0.0.0")]
    public void A_target_that_is_the_address_of_the_tap_is_rejected(string listen, string target)
    {
        int port = FreePort();
        foreach (string[] options in (string[][])[[], ["--udp"]])
        {
            (int exit, string output, string errors) = CodecTool.Run(["tap", $"{listen}:{port}", $"{target}:{port}", "--duration", "1ms", .. options]);
            Assert.That((exit, output), Is.EqualTo((2, "")));
            Assert.That(errors, Does.Match($@"^codec: error: TARGET: \S+:{port} is the address that the tap listens on; expected the server's\.\n$"));
        }
    }

    [Test]
    [Platform("Linux", Reason = "other systems have to configure the address 127.0.0.2")]
    public void A_target_at_another_address_with_the_port_of_the_tap_is_accepted()
    {
        using TcpListener server = new(IPAddress.Parse("127.0.0.2"), 0);
        server.Start();
        (int exit, _, string errors) = CodecTool.Run("tap", $"127.0.0.1:{((IPEndPoint)server.LocalEndpoint).Port}", $"{server.LocalEndpoint}", "--duration", "1ms");
        Assert.That((exit, errors), Is.EqualTo((0, "")));
    }

    [TestCase("--delay: '80' has no unit; expected us, ms, s, m or h, as in 80ms.", "--delay", "80")]
    [TestCase("--rate: 'fast' is not a rate; expected a number and a unit, such as 1mbit, 64kbit, 200kB.", "--rate", "fast")]
    [TestCase("--loss: '200%' is more than 100%; expected 0% to 100%.", "--udp", "--loss", "200%")]
    [TestCase("--loss and --reorder are for datagrams; add --udp. TCP repairs both.", "--loss", "2%")]
    [TestCase("--as-tcp is for captures; expected --output with a file.", "--as-tcp")]
    [TestCase("TARGET: 'x' has no port; expected HOST:PORT, such as 127.0.0.1:7777, with a port up to 65535.", "x")]
    public void Invalid_arguments_give_exit_code_2_and_the_expected_values(string expected, params string[] arguments)
    {
        string[] target = arguments[0] == "x" ? arguments : ["127.0.0.1:7777", .. arguments];
        (int exit, _, string errors) = CodecTool.Run(["tap", "127.0.0.1:0", .. target]);
        Assert.That(exit, Is.EqualTo(2));
        Assert.That(errors, Does.Contain(expected));
    }

    private string Schema() => Files.Put("game.fbs", "include \"packets.fbs\"; struct Move (packet_id: 7) { x:int; y:float; }"u8.ToArray());

    private static RunningTool Start(EndPoint target, params IEnumerable<string> arguments) => TapTask.Start(["127.0.0.1:0", $"{target}", .. arguments]);

    private static IPEndPoint EndPointOf(RunningTool tap) => Parse(tap.WaitForLineWith("listening"));

    /// <summary>Parses the address in the tap's first line, which is text or JSON.</summary>
    private static IPEndPoint Parse(string line)
    {
        string address = line[(line.IndexOf("127.0.0.1:", StringComparison.Ordinal))..];
        return IPEndPoint.Parse(address[..address.IndexOf(',', StringComparison.Ordinal)]);
    }

    private static async Task<TcpClient> ConnectAsync(RunningTool tap)
    {
        TcpClient client = new() { NoDelay = true };
        await client.ConnectAsync(EndPointOf(tap));
        return client;
    }

    internal static int FreePort()
    {
        using TcpListener free = Listen();
        return ((IPEndPoint)free.LocalEndpoint).Port;
    }

    private static string Stop(RunningTool tap, int exit)
    {
        tap.Interrupt();
        Assert.That(tap.WaitForExit(), Is.EqualTo(exit), tap.Output + tap.Errors);
        Assert.That(tap.Errors, Is.Empty);
        return tap.Output;
    }

    /// <summary>Reads a number of bytes, or fewer if the stream ends.</summary>
    private static async Task<byte[]> ReadAsync(TcpClient client, int count)
    {
        using CancellationTokenSource limit = new(Limit);
        byte[] bytes = new byte[count];
        int read = 0;
        int received;
        while (read < count && (received = await client.Client.ReceiveAsync(bytes.AsMemory(read), limit.Token)) > 0)
        {
            read += received;
        }

        return bytes[..read];
    }

    private static async Task<SocketError> ErrorAsync(TcpClient client)
    {
        using CancellationTokenSource limit = new(Limit);
        try
        {
            return await client.Client.ReceiveAsync(new byte[1], limit.Token) == 0 ? SocketError.Disconnecting : SocketError.Success;
        }
        catch (SocketException exception)
        {
            return exception.SocketErrorCode;
        }
    }

    private static byte[] Bytes(int count, int seed)
    {
        byte[] bytes = new byte[count];
        new Random(seed).NextBytes(bytes);
        return bytes;
    }

    /// <summary>Returns the offset of the end of the last complete packet.</summary>
    private static int Boundary(byte[] bytes)
    {
        int end = 0;
        while (PacketDecoder.Decode(bytes.AsSpan(end), out _, out int consumed, out _) == System.Buffers.OperationStatus.Done)
        {
            end += consumed;
        }

        return end;
    }

    private (uint Connection, uint Id, string Payload)[] Captured(CaptureDirection direction, int port = 7777)
    {
        using CapturedPacketReader reader = new(CaptureFile.OpenRead(CapturePath), new CapturedPacketReaderOptions { Port = (ushort)port });
        List<(uint Connection, uint Id, string Payload)> packets = [];
        while (reader.Read(out CapturedPacket packet) == CaptureStatus.Packet)
        {
            if (packet.Direction == direction)
            {
                packets.Add((packet.Connection, packet.Packet.Id, Convert.ToHexString(packet.Packet.Payload)));
            }
        }

        return [.. packets];
    }

    private byte[] RawCaptured(CaptureDirection direction)
    {
        using CaptureReader reader = CaptureFile.OpenRead(CapturePath);
        List<byte> bytes = [];
        while (reader.Read(out CaptureRecord record) == CaptureStatus.Packet)
        {
            if (record.Direction == direction)
            {
                bytes.AddRange(record.Data);
            }
        }

        Assert.That(reader.Error, Is.EqualTo(CaptureError.None));
        return [.. bytes];
    }
}
