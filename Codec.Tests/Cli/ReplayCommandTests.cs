using Codec.Cli.Replay;

namespace Codec.Tests.Cli;

/// <summary>Tests the command <c>codec replay</c>, in another process with real servers.</summary>
internal sealed class ReplayCommandTests : ToolFixture
{
    private const uint FirstId = 7000;

    [TestCase(CaptureEncapsulation.User0, 1)]
    [TestCase(CaptureEncapsulation.Tcp, 1)]
    [TestCase(CaptureEncapsulation.User0, 8)]
    public void The_Cpp_server_gives_the_recorded_answers(CaptureEncapsulation encapsulation, int copies)
    {
        const int Packets = 200;
        const int Connections = 3;
        WriteEcho(Packets, Connections, encapsulation: encapsulation);
        using CppServer server = new("echo");
        string output = Replay(server.EndPoint, "--speed", "max", "--expect", "--json", "-n", $"{copies}").Successful();
        JsonElement report = JsonDocument.Parse(output).RootElement;
        Assert.That(report.GetProperty("connections").GetInt32(), Is.EqualTo(Connections * copies));
        Assert.That(report.GetProperty("sentPackets").GetInt32(), Is.EqualTo(Packets * Connections * copies));
        Assert.That(report.GetProperty("receivedBytes").GetInt64(), Is.EqualTo(report.GetProperty("sentBytes").GetInt64()).And.GreaterThan(0));
        Assert.That(report.GetProperty("latencyMilliseconds").GetProperty("count").GetInt32(), Is.GreaterThan(0));
    }

    [Test]
    public void A_report_fits_80_columns()
    {
        WriteEcho(50, 2);
        using EchoServer server = new();
        string output = Replay(server.EndPoint, "--speed", "100x", "--expect").Successful();
        Assert.That(output.Split('\n').Select(line => line.Length), Is.All.LessThanOrEqualTo(80));
        Assert.That(output.Contains((char)27), Is.False, "no escape codes");
        Assert.That(output, Does.Match(@"sent +100 ").And.Match(@"received +100 ").And.Contain("2 connections, ").And.Match(@"of \d+ answers"));
    }

    [Test]
    public void Differences_are_listed_and_give_exit_code_1()
    {
        WriteEcho(10, 1, change: (i, answer) => i switch
        {
            3 => [.. answer[..^1], (byte)~answer[^1]],
            5 => null,
            _ => answer,
        });
        using EchoServer server = new();
        (int exit, string output, _) = Replay(server.EndPoint, "--speed", "max", "--expect");
        Assert.That(exit, Is.EqualTo(1));
        Assert.That(output.Split('\n').Select(line => line.Length), Is.All.LessThanOrEqualTo(80));
        Assert.That(Unwrapped(output), Does.Contain("2 differences:")
            .And.Contain($"<0.1 ! answer 4: different, id {FirstId + 3}, 40 bytes in the capture, 40 received, first difference at byte 39 of the payload")
            .And.Contain($"<0.1 ! answer 6: unexpected, id {FirstId + 5}, 40 bytes"));
        Assert.That(Replay(server.EndPoint, "--speed", "max").Exit, Is.Zero, "without --expect");
        Assert.That(Replay(server.EndPoint, "--speed", "max", "--expect", "--ignore-id", $"{FirstId + 3}", "--ignore-id", $"{FirstId + 5}").Exit, Is.Zero);
    }

    [Test]
    public void A_schema_names_the_packets_and_the_field_that_differs()
    {
        byte[][] golden = [.. ToolFiles.Golden];
        byte[][] answers = [.. golden.Select(packet => (byte[])[.. packet])];
        int chat = Array.FindIndex(golden, packet => packet[2] == 4 && packet[3] == 0);
        int login = Array.FindIndex(golden, packet => packet[2] == 1 && packet[3] == 0);
        answers[chat][answers[chat].AsSpan().IndexOf("Ada"u8)] = (byte)'E';
        answers[login][^1] ^= 1;
        using (CaptureWriter writer = CaptureWriter.Create(CapturePath))
        {
            for (int i = 0; i < golden.Length; i++)
            {
                writer.Append(golden[i], CaptureDirection.Outbound);
                writer.Append(answers[i], CaptureDirection.Inbound);
            }
        }

        using EchoServer server = new();
        string[] options = ["--speed", "max", "--expect", .. ToolFiles.Schema];
        (int exit, string output, string errors) = Replay(server.EndPoint, options);
        Assert.That((exit, errors), Is.EqualTo((1, "")));
        Assert.That(Unwrapped(output), Does.Contain($"<0.1 ! answer {chat + 1}: different, id 4 Chat, sender is \"Eda\" in the capture, \"Ada\" received").And.Contain($"answer {login + 1}: different, id 1 Login, "));
        (exit, output, _) = Replay(server.EndPoint, [.. options, "--ignore-id", "Chat", "--ignore-id", "Game.Login"]);
        Assert.That(exit, Is.Zero, output);
        (exit, _, errors) = Replay(server.EndPoint, [.. options, "--ignore-id", "Chad"]);
        Assert.That((exit, errors), Is.EqualTo((2, "codec: error: --ignore-id: 'Chad' is neither a number nor a packet of the schema; did you mean Chat?\n")));
    }

    [TestCase(2, "--connection", "2", "--connection", "1")]
    [TestCase(1, "--errors")]
    public void Only_the_chosen_connections_are_replayed(int connections, params string[] options)
    {
        WriteEcho(5, 3, change: (_, answer) => answer);
        using (CaptureWriter writer = new(new FileStream(CapturePath, FileMode.Append)))
        {
            writer.Append("GET / HTTP/1.1"u8, CaptureDirection.Inbound, 1);
        }

        using EchoServer server = new();
        (int exit, string output, _) = Replay(server.EndPoint, ["--speed", "max", "--expect", "--json", "--packet-format", "max=1000", .. options]);
        JsonElement report = JsonDocument.Parse(output).RootElement;
        JsonElement failure = report.GetProperty("failures").EnumerateArray().Single();
        Assert.That((exit, report.GetProperty("connections").GetInt32(), report.GetProperty("sentPackets").GetInt32()), Is.EqualTo((1, connections, 5 * connections)), output);
        Assert.That((failure.GetProperty("connection").GetInt32(), failure.GetProperty("direction").GetString()), Is.EqualTo((1, "in")), output);
        Assert.That(CodecTool.RunHere("replay", "-", "127.0.0.1:1", "--errors").Error, Does.Contain("can be read only once"));
    }

    [Test]
    public void A_compressed_capture_is_replayed([Values("gz", "zip")] string extension)
    {
        WriteEcho(50, 2);
        byte[] capture = File.ReadAllBytes(CapturePath);
        File.WriteAllBytes(CapturePath, extension == "gz" ? ToolFiles.Gzip(capture) : ToolFiles.Zip(capture));
        using EchoServer server = new();
        string output = Replay(server.EndPoint, "--speed", "max", "--expect", "--json", "-n", "2").Successful();
        Assert.That(JsonDocument.Parse(output).RootElement.GetProperty("sentPackets").GetInt32(), Is.EqualTo(200));
    }

    [Test]
    public void The_recorded_pace_is_kept_and_speed_max_does_not_wait()
    {
        WriteEcho(4, 1, interval: TimeSpan.FromMilliseconds(100));
        using EchoServer server = new();
        Assert.That(Seconds(Replay(server.EndPoint, "--json")), Is.GreaterThan(0.29));
        Assert.That(Seconds(Replay(server.EndPoint, "--json", "--speed", "2x")), Is.GreaterThan(0.14));
        WriteEcho(4, 1, interval: TimeSpan.FromHours(1));
        Assert.That(Seconds(Replay(server.EndPoint, "--json", "--speed", "max", "--expect")), Is.LessThan(60));
    }

    [Test]
    public async Task The_packets_of_the_server_are_replayed_to_a_connecting_client()
    {
        WriteEcho(20, 1);
        using ToolProcess replay = ToolProcess.Start("replay", CapturePath, "127.0.0.1:0", "--side", "server", "--speed", "max", "--expect");
        IPEndPoint endPoint = IPEndPoint.Parse(replay.WaitForLineWith("listening: ")["listening: ".Length..]);
        await using (PacketConnection connection = await PacketConnection.ConnectAsync(endPoint))
        {
            for (uint i = 0; i < 20; i++)
            {
                await connection.SendAsync(FirstId + i, PayloadOf((int)i));
            }

            uint received = 0;
            await foreach (PacketReadResult result in connection.ReadAllAsync())
            {
                Assert.That(result.Packet.Id, Is.EqualTo(FirstId + received++));
                if (received == 20)
                {
                    await connection.CompleteAsync();
                }
            }

            Assert.That(received, Is.EqualTo(20));
        }

        Assert.That(replay.WaitForExit(), Is.Zero, replay.Output + replay.Errors);
    }

    [Test]
    public void In_a_capture_made_by_the_server_packets_of_the_client_are_inbound()
    {
        WriteEcho(10, 1, isServer: true, change: (_, _) => null);
        using EchoServer server = new();
        (int exit, string output, _) = Replay(server.EndPoint, "--speed", "max");
        Assert.That(exit, Is.Zero, output);
        Assert.That(Unwrapped(Replay(server.EndPoint, "--captured-by", "client", "--speed", "max").Output), Does.Contain("The client sent none of the 10 packets"));
    }

    [TestCase("silent", "10 differences:", "missing")]
    [TestCase("ending", "10 differences:", "missing")]
    [TestCase("resetting", "1 failure:", "missing")]
    [TestCase("garbage", "1 failure:", "missing")]
    public async Task A_misbehaving_server_is_reported_and_gives_exit_code_1(string behaviour, string expected, string difference)
    {
        WriteEcho(10, 1);
        using TcpListener listener = Listen();
        Task serving = Task.Run(async () =>
        {
            using TcpClient client = await listener.AcceptTcpClientAsync();
            byte[] buffer = new byte[44];
            NetworkStream stream = client.GetStream();
            await stream.ReadExactlyAsync(buffer);
            switch (behaviour)
            {
                case "ending":
                    client.Client.Shutdown(SocketShutdown.Send);
                    break;
                case "resetting":
                    client.LingerState = new LingerOption(enable: true, 0);
                    client.Client.Close(0);
                    return;
                case "garbage":
                    await stream.WriteAsync("HTTP/1.1 400 Bad Request\r\n\r\n"u8.ToArray());
                    break;
            }

            try
            {
                while (await stream.ReadAsync(buffer) > 0)
                {
                }
            }
            catch (IOException)
            {
            }
        });
        (int exit, string output, _) = Replay((IPEndPoint)listener.LocalEndpoint, "--speed", "max", "--expect", "--timeout", "3s", "--packet-format", "max=1000");
        Assert.That(exit, Is.EqualTo(1));
        Assert.That(output, Does.Contain(expected).And.Contain(difference));
        await serving.WaitAsync(Limit);
    }

    [TestCase(10, 1, "--expect", "--ignore-id", "99")]
    [TestCase(3000, 0)]
    public async Task A_replay_ends_if_the_server_sends_forever(int packets, int exitCode, params string[] options)
    {
        WriteEcho(packets, 1, payloadSize: 1);
        using TcpListener listener = Listen();
        Task serving = ServeAsync(listener, async stream =>
        {
            byte[] first = new byte[5 * 9];
            await stream.ReadExactlyAsync(first);
            await stream.WriteAsync(first);
            try
            {
                for (; ; )
                {
                    await stream.WriteAsync((byte[])[0, 0, 99, 0]);
                    await Task.Delay(20);
                }
            }
            catch (IOException)
            {
            }
        });
        (int exit, string output, _) = await Task.Run(() => Replay((IPEndPoint)listener.LocalEndpoint, ["--speed", "max", "--timeout", "2s", .. options])).WaitAsync(Limit);
        Assert.That(exit, Is.EqualTo(exitCode), output);
        Assert.That(output.Contains("answer 10: missing", StringComparison.Ordinal), Is.EqualTo(exitCode == 1), output);
        await serving.WaitAsync(Limit);
    }

    [Test]
    public async Task A_replay_waits_for_late_answers_that_it_does_not_compare()
    {
        const int Packets = 3000;
        WriteEcho(Packets, 1, payloadSize: 1);
        using TcpListener listener = Listen();
        Task serving = ServeAsync(listener, async stream =>
        {
            byte[] all = new byte[Packets * 5];
            await stream.ReadExactlyAsync(all);
            await Task.Delay(1500);
            await stream.WriteAsync(all);
            Assert.That(await stream.ReadAsync(new byte[1]), Is.Zero);
        });
        (int exit, string output, _) = await Task.Run(() => Replay((IPEndPoint)listener.LocalEndpoint, "--speed", "max", "--timeout", "10s", "--json")).WaitAsync(Limit);
        Assert.That((exit, JsonDocument.Parse(output).RootElement.GetProperty("receivedPackets").GetInt32()), Is.EqualTo((0, Packets)));
        await serving.WaitAsync(Limit);
    }

    [Test]
    public async Task A_peer_that_has_ended_does_not_let_expected_answers_accumulate()
    {
        const int Expected = 10_000;
        const int MaxAhead = 1024;
        using TcpListener listener = Listen();
        PacketConnection connection = await PacketConnection.ConnectAsync(listener.LocalEndpoint);
        using Socket accepted = await listener.AcceptSocketAsync();
        accepted.Shutdown(SocketShutdown.Send);
        ReplayReport report = new(TimeProvider.System);
        await using ReplayPeer peer = Peer(connection, report);
        for (uint i = 0; i < Expected; i++)
        {
            await peer.ExpectAsync(i, new byte[1], default);
        }

        Assert.That(report.DifferenceCount, Is.GreaterThanOrEqualTo(Expected - MaxAhead));
        await peer.EndAsync(default);
        Assert.That((report.DifferenceCount, report.FailureCount), Is.EqualTo((Expected, 0)));
    }

    [TestCase(70_000, 0, "more than 65536 answers")]
    [TestCase(1_500, 60_000, "more than 67108864 bytes of answers")]
    public async Task Answers_that_arrive_too_early_are_one_failure_of_the_connection(int packets, int size, string expected)
    {
        using TcpListener listener = Listen();
        PacketConnection connection = await PacketConnection.ConnectAsync(listener.LocalEndpoint);
        using TcpClient accepted = await listener.AcceptTcpClientAsync();
        ReplayReport report = new(TimeProvider.System);
        await using ReplayPeer peer = Peer(connection, report);
        byte[] packet = BytesWriter.Packet(1, new byte[size]);
        for (int i = 0; i < packets; i++)
        {
            await accepted.GetStream().WriteAsync(packet);
        }

        accepted.Client.Shutdown(SocketShutdown.Send);
        for (int tries = 0; tries < 6000 && report.ReceivedPackets < packets; tries++)
        {
            await Task.Delay(10);
        }

        await peer.ExpectAsync(1, packet.AsMemory(PacketHeader.ByteCount), default);
        await peer.EndAsync(default);
        Assert.That((report.ReceivedPackets, report.FailureCount, report.DifferenceCount), Is.EqualTo((packets, 1, 0)));
        Assert.That(report.Failures.Single().Detail, Does.Contain(expected));
    }

    [Test]
    public void A_server_that_does_not_read_is_a_failure()
    {
        WriteEcho(200, 1, payloadSize: 60_000, change: (_, _) => null);
        using TcpListener listener = Listen();
        (int exit, string output, string errors) = Replay((IPEndPoint)listener.LocalEndpoint, "--speed", "max", "--timeout", "500ms", "--json");
        JsonElement report = JsonDocument.Parse(output).RootElement;
        Assert.That((exit, errors), Is.EqualTo((1, "")), output);
        Assert.That(report.GetProperty("sentPackets").GetInt32(), Is.LessThan(200));
        Assert.That(report.GetProperty("failures")[0].GetProperty("detail").GetString(), Is.EqualTo("The peer read nothing for 0.5 seconds."));
    }

    [Test]
    public async Task A_server_that_reads_slowly_all_the_time_is_no_failure()
    {
        const int Packets = 150;
        const int Size = 60_000;
        WriteEcho(Packets, 1, payloadSize: Size, change: (_, _) => null);
        using TcpListener listener = new(IPAddress.Loopback, 0);
        // A larger buffer reports its free space in steps that take seconds at this rate, because the system announces no window below a sixteenth of it.
        listener.Server.ReceiveBufferSize = 256 * 1024;
        listener.Start();
        // A thread of its own, because a server without a thread does not read.
        Task<long> serving = Task.Factory.StartNew(
            () =>
            {
                using Socket client = listener.AcceptSocket();
                byte[] buffer = new byte[20_000];
                long received = 0;
                System.Diagnostics.Stopwatch time = System.Diagnostics.Stopwatch.StartNew();
                for (int count; (count = client.Receive(buffer)) > 0; received += count)
                {
                    // 200 KB per second: the system accepts more only after much longer than the timeout.
                    Thread.Sleep(time.Elapsed.TotalSeconds < 11 ? 100 : 0);
                }

                return received;
            },
            TaskCreationOptions.LongRunning);
        (int exit, string output, string errors) = await Task.Run(() => Replay((IPEndPoint)listener.LocalEndpoint, "--speed", "max", "--timeout", "8s", "--json")).WaitAsync(Limit);
        Assert.That((exit, errors), Is.EqualTo((0, "")), output);
        Assert.That(JsonDocument.Parse(output).RootElement.GetProperty("sentPackets").GetInt32(), Is.EqualTo(Packets));
        Assert.That(await serving.WaitAsync(Limit), Is.EqualTo(Packets * (Size + PacketHeader.ByteCount)));
    }

    [Test]
    public async Task Connections_that_followed_one_another_are_not_open_at_once([Values("max", "1x")] string speed)
    {
        const int Connections = 20;
        using (CaptureWriter writer = CaptureWriter.Create(CapturePath))
        {
            for (uint i = 0; i < Connections; i++)
            {
                writer.Append([0, 0, 1, 0], CaptureDirection.Outbound, i, DateTimeOffset.UnixEpoch.AddMilliseconds(50 * i));
                writer.Append([0, 0, 1, 0], CaptureDirection.Inbound, i, DateTimeOffset.UnixEpoch.AddMilliseconds((50 * i) + 1));
            }
        }

        using TcpListener listener = Listen();
        int open = 0;
        int most = 0;
        Task serving = Task.Run(async () =>
        {
            Task[] all = [.. Enumerable.Range(0, Connections).Select(_ => Task.CompletedTask)];
            for (int i = 0; i < Connections; i++)
            {
                TcpClient client = await listener.AcceptTcpClientAsync();
                most = Math.Max(most, Interlocked.Increment(ref open));
                all[i] = ServeAsync(client);
            }

            await Task.WhenAll(all);
        });
        (int exit, string output, _) = await Task.Run(() => Replay((IPEndPoint)listener.LocalEndpoint, "--speed", speed, "--expect")).WaitAsync(Limit);
        Assert.That(exit, Is.Zero, output);
        await serving.WaitAsync(Limit);
        Assert.That(most, Is.LessThanOrEqualTo(3), "On a busy machine, the replay may not wait for the end.");

        async Task ServeAsync(TcpClient client)
        {
            using (client)
            {
                byte[] packet = new byte[4];
                while (await client.GetStream().ReadAsync(packet) > 0)
                {
                    await client.GetStream().WriteAsync(packet);
                }

                Interlocked.Decrement(ref open);
            }
        }
    }

    [Test]
    public async Task The_connection_is_open_before_the_first_packet_is_due()
    {
        WriteEcho(1, 1, change: (_, _) => null);
        byte[] capture = File.ReadAllBytes(CapturePath);
        using TcpListener listener = Listen();
        using System.Diagnostics.Process process = ExternalProgram.Start("dotnet", [CodecTool.Path, "replay", "-", $"{listener.LocalEndpoint}"], redirectInput: true);
        await process.StandardInput.BaseStream.WriteAsync(capture.AsMemory(0, 32));
        await process.StandardInput.BaseStream.FlushAsync();
        using Socket accepted = await listener.AcceptSocketAsync().WaitAsync(Limit);
        await process.StandardInput.BaseStream.WriteAsync(capture.AsMemory(32));
        process.StandardInput.Close();
        byte[] packet = new byte[44];
        await new NetworkStream(accepted).ReadExactlyAsync(packet).AsTask().WaitAsync(Limit);
        accepted.Close();
        await process.WaitForExitAsync().WaitAsync(Limit);
        Assert.That(process.ExitCode, Is.Zero);
    }

    [Test]
    public async Task A_refused_port_is_reported_at_once()
    {
        WriteEcho(3, 2, interval: TimeSpan.FromHours(1));
        using Socket closed = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        closed.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        (int exit, string output, _) = await Task.Run(() => Replay((IPEndPoint)closed.LocalEndPoint!)).WaitAsync(Limit);
        Assert.That(exit, Is.EqualTo(1));
        Assert.That(Unwrapped(output), Does.Match($@"1 failure: \d\.\d{{6}} >0\.1 ! {closed.LocalEndPoint}: "));
    }

    [Test]
    public async Task An_address_for_which_the_system_has_no_socket_is_skipped()
    {
        using TcpListener listener = Listen();
        IPEndPoint[] addresses = [new UnsupportedEndPoint(), (IPEndPoint)listener.LocalEndpoint];
        (Socket? socket, string reasons) = await Sockets.TryConnectAsync(addresses, Limit, default);
        socket?.Dispose();
        Assert.That((socket is null, reasons), Is.EqualTo((false, "")));
        (socket, reasons) = await Sockets.TryConnectAsync(addresses[..1], Limit, default);
        Assert.That(socket, Is.Null);
        Assert.That(reasons, Does.StartWith("127.0.0.1:9: "));
    }

    [Test]
    [Platform("Linux", Reason = "other systems refuse a connection if too many are pending")]
    public async Task A_connection_that_is_not_accepted_in_time_is_closed()
    {
        WriteEcho(10, 1);
        using Socket listener = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        listener.Listen(0);
        using TcpClient pending = new();
        await pending.ConnectAsync((IPEndPoint)listener.LocalEndPoint!);
        (int exit, string output, _) = Replay((IPEndPoint)listener.LocalEndPoint!, "--speed", "max", "--timeout", "300ms");
        Assert.That(exit, Is.EqualTo(1));
        Assert.That(output, Does.Contain($" >0.1 ! {listener.LocalEndPoint} did not answer within 0.3 seconds"));
        using Socket accepted = await listener.AcceptAsync();

        // The system of a client that still connects repeats its request after one second.
        using CancellationTokenSource wait = new(TimeSpan.FromSeconds(4));
        Assert.That(async () => await listener.AcceptAsync(wait.Token), Throws.InstanceOf<OperationCanceledException>());
    }

    [TestCase("TERM")]
    [TestCase("INT", "--json")]
    [Platform("Linux,MacOsX", Reason = "the test sends a signal")]
    public void An_interrupted_replay_gives_exit_code_2(string signal, params string[] options)
    {
        WriteEcho(10, 1);
        using TcpListener silent = Listen();
        using ToolProcess tool = ToolProcess.Start(["replay", CapturePath, $"{silent.LocalEndpoint}", "--speed", "max", "--expect", "--timeout", "1m", .. options]);
        using Socket accepted = silent.AcceptSocket();
        tool.Signal(signal);
        Assert.That((tool.WaitForExit(), tool.Errors), Is.EqualTo((2, "codec: error: Interrupted. The replay is incomplete.\n")));
    }

    [Test]
    public void A_failure_to_start_gives_exit_code_2()
    {
        Assert.That(Replay(new IPEndPoint(IPAddress.Loopback, 1)).Exit, Is.EqualTo(2), "no file");
        File.WriteAllText(CapturePath, "This is not a capture, but a text.");
        (int exit, _, string errors) = Replay(new IPEndPoint(IPAddress.Loopback, 1));
        Assert.That(exit, Is.EqualTo(2));
        Assert.That(errors, Does.StartWith($"codec: error: {CapturePath}"));
        Assert.That(CodecTool.RunHere("replay", "-", "127.0.0.1:1", "-n", "2").Error, Does.StartWith("codec: error: The standard input can be read only once"));
        if (!OperatingSystem.IsWindows())
        {
            string pipe = "echo | dotnet \"$0\" replay /dev/stdin 127.0.0.1:1 -n 2";
            Assert.That(ExternalProgram.Run("/bin/sh", "-c", pipe, CodecTool.Path).Output, Does.Contain("codec: error: /dev/stdin can be read only once; expected a file, or one copy without --errors."));
        }
    }

    [Test]
    public void A_server_that_cannot_replay_the_file_does_not_wait_for_a_client()
    {
        File.WriteAllText(CapturePath, "This is not a capture, but a text.");
        using ToolProcess tool = ToolProcess.Start("replay", CapturePath, "127.0.0.1:0", "--side", "server");
        Assert.That(tool.WaitForExit(), Is.EqualTo(2));
        Assert.That(tool.Errors, Does.StartWith($"codec: error: {CapturePath} is not a capture; expected pcapng or pcap"));
    }

    [Test]
    public async Task A_client_that_cannot_be_accepted_is_a_failure()
    {
        WriteEcho(1, 1);
        using ReplayRun replay = new(new ReplayOptions { Capture = CapturePath, Target = new IPEndPoint(IPAddress.Loopback, 0), IsServer = true, Copies = 2 });
        await replay.PrepareAsync(default);
        Task running = replay.RunAsync(default);

        // The pending accepts fail, as they do if too many files are open.
        replay.Dispose();
        await running.WaitAsync(Limit);
        Assert.That(replay.Report.Failures.Select(failure => failure.Place()).ToArray(), Has.Length.EqualTo(2).And.Some.EndsWith(" >copy 1 ! ").And.Some.EndsWith(" >copy 2 ! "));
    }

    [TestCase("--speed: 'fast' is not a speed; expected a factor above 0 such as 2x or 0.5x, or max.", "--speed", "fast")]
    [TestCase("--copies: '0' is out of range; expected an integer from 1 to 10000.", "-n", "0")]
    [TestCase("--packet-format", "--packet-format", "size=u7")]
    [TestCase("'middle'", "--side", "middle")]
    public void Wrong_arguments_exit_with_2(string expected, params string[] arguments)
    {
        (int exit, _, string errors) = CodecTool.Run(["replay", CapturePath, "127.0.0.1:7777", .. arguments]);
        Assert.That(exit, Is.EqualTo(2));
        Assert.That(errors, Does.Contain(expected));
    }

    [Test]
    [Platform("Linux", Reason = "the test lists the open files of the process")]
    public async Task A_replay_that_stops_while_it_waits_for_clients_closes_its_captures()
    {
        WriteEcho(10, 1);
        using (ReplayRun replay = new(new ReplayOptions { Capture = CapturePath, Target = new IPEndPoint(IPAddress.Loopback, 0), IsServer = true, Copies = 4 }))
        {
            await replay.PrepareAsync(default);
            using CancellationTokenSource stop = new();
            Task running = replay.RunAsync(stop.Token);
            Assert.That(OpenFiles(CapturePath), Is.EqualTo(4));
            await stop.CancelAsync();
            await running.WaitAsync(Limit);
        }

        Assert.That(OpenFiles(CapturePath), Is.Zero);
    }

    // Like an address of IPv6 on a system without it.
    private sealed class UnsupportedEndPoint() : IPEndPoint(IPAddress.Loopback, 9)
    {
        public override AddressFamily AddressFamily => AddressFamily.Banyan;
    }

    /// <summary>Returns the text without line breaks.</summary>
    private static string Unwrapped(string output) => string.Join(' ', output.Split((char[])[' ', '\n'], StringSplitOptions.RemoveEmptyEntries));

    private static int OpenFiles(string path) =>
        new DirectoryInfo("/proc/self/fd").GetFiles().Count(file => file.LinkTarget == path);

    private static double Seconds((int Exit, string Output, string Errors) run)
    {
        Assert.That((run.Exit, run.Errors), Is.EqualTo((0, "")), run.Output);
        return JsonDocument.Parse(run.Output).RootElement.GetProperty("seconds").GetDouble();
    }

    private static ReplayPeer Peer(PacketConnection connection, ReplayReport report)
    {
        ReplayOptions options = new() { Capture = "", Target = new IPEndPoint(IPAddress.Loopback, 0), IsExpecting = true };
        return new ReplayPeer(connection, null, 0, 1, options, report, TimeProvider.System);
    }

    private static byte[] PayloadOf(int index, int size = 40)
    {
        byte[] payload = new byte[size];
        new Random(index).NextBytes(payload);
        return payload;
    }

    private (int Exit, string Output, string Errors) Replay(IPEndPoint target, params IEnumerable<string> options) =>
        CodecTool.Run(["replay", CapturePath, $"{target}", .. options]);

    /// <summary>Writes a capture in which each packet is answered with a packet that has the same bytes, unless the test changes it.</summary>
    private static async Task ServeAsync(TcpListener listener, Func<NetworkStream, Task> serve)
    {
        using TcpClient client = await listener.AcceptTcpClientAsync();
        await serve(client.GetStream());
    }

    private void WriteEcho(
        int packets,
        int connections,
        TimeSpan? interval = null,
        CaptureEncapsulation encapsulation = CaptureEncapsulation.User0,
        bool isServer = false,
        int payloadSize = 40,
        Func<int, byte[], byte[]?>? change = null)
    {
        using CaptureWriter writer = CaptureWriter.Create(CapturePath, new CaptureWriterOptions { Encapsulation = encapsulation, IsServer = isServer });
        DateTimeOffset time = DateTimeOffset.UnixEpoch.AddYears(50);
        for (int i = 0; i < packets; i++)
        {
            for (uint connection = 0; connection < connections; connection++)
            {
                byte[] packet = BytesWriter.Packet(FirstId + (uint)i, PayloadOf(i, payloadSize));
                writer.Append(packet, isServer ? CaptureDirection.Inbound : CaptureDirection.Outbound, connection, time);
                if ((change is null ? packet : change(i, packet)) is { } answer)
                {
                    writer.Append(answer, isServer ? CaptureDirection.Outbound : CaptureDirection.Inbound, connection, time);
                }
            }

            time += interval ?? TimeSpan.FromMilliseconds(1);
        }
    }
}
