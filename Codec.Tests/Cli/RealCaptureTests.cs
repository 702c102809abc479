namespace Codec.Tests.Cli;

/// <summary>Tests the tool in another process, on captures of a client and the C++ server that <c>codec tap</c> and dumpcap wrote.</summary>
[Platform(Exclude = "Win", Reason = "the tests send signals")]
internal sealed class RealCaptureTests : ToolFixture
{
    private static readonly string[] Texts = ["hello", "how are you?", "Où es-tu ?"];
    private static readonly string[] Schema = ["--schema", Repository.PathOf("schemas", "game.fbs")];

    [Test]
    public async Task Inspect_decode_stats_and_the_dissector_read_a_dumpcap_capture_of_a_chat()
    {
        ExternalProgram.Require("dumpcap", "tshark");
        using CppServer server = new("echo");
        string[] port = ["--port", $"{server.EndPoint.Port}"];
        string[] captures = [Files.PathOf("plain.pcap"), Files.PathOf("plain.pcapng")];
        using (Process pcap = await DumpAsync(server.EndPoint.Port, captures[0], "-P"))
        using (Process pcapng = await DumpAsync(server.EndPoint.Port, captures[1]))
        {
            await ChatAsync(server.EndPoint);
            foreach ((Process dumping, string capture) in (IEnumerable<(Process, string)>)[(pcap, captures[0]), (pcapng, captures[1])])
            {
                // Waits until dumpcap has written all packets. It would lose those that are still in the kernel's buffer.
                for (long begin = Stopwatch.GetTimestamp(); Packets(capture, server.EndPoint.Port).Length < 2 * Texts.Length && Stopwatch.GetElapsedTime(begin) < Limit;)
                {
                    await Task.Delay(20);
                }

                ExternalProgram.RunSuccessfully("/bin/sh", "-c", $"kill -INT {dumping.Id}");
                await dumping.WaitForExitAsync().WaitAsync(Limit);
            }
        }

        Assert.That(File.ReadAllBytes(captures[0])[..4], Is.EqualTo((byte[])[0xD4, 0xC3, 0xB2, 0xA1]), "pcap, and not pcapng");
        foreach (string capture in captures)
        {
            (int exit, string output, string error) = CodecTool.Run(["inspect", capture, .. Schema, .. port]);
            Assert.That((exit, error), Is.EqualTo((0, "")), capture);
            AssertShowsChat(output);

            // There is one connection, and the client sent the packets to the server.
            string json = Decode(capture, port);
            Assert.That(Chats(json, "out"), Is.EqualTo(Texts.Select(text => ("Ann", text))));
            Assert.That(Chats(json, "in"), Is.EqualTo(Texts.Select(text => ("Ann", text))));

            (exit, output, error) = CodecTool.Run(["stats", capture, .. Schema, .. port, "--json"]);
            Assert.That((exit, error), Is.EqualTo((0, "")));
            AssertCountsChat(output);

            Assert.That(CodecTool.Run(["gen", "wireshark", Schema[1], "-o", Files.PathOf("plugins"), .. port]).Exit, Is.Zero);
            string fields = ExternalProgram.RunSuccessfully(
                "tshark", "-X", "lua_script:" + Files.PathOf("plugins/game.lua"), "-r", capture, "-Y", "game.chat", "-T", "fields", "-e", "game.chat.sender", "-e", "game.chat.text", "-E", "aggregator=|");
            string[] texts = [.. fields.Split('\n').Where(line => line.StartsWith("Ann", StringComparison.Ordinal)).SelectMany(line => line.Split('\t')[1].Split('|'))];
            Assert.That(texts.Order(), Is.EqualTo(Texts.Concat(Texts).Order()), fields);
        }
    }

    private static async Task ChatAsync(IPEndPoint server) =>
        Assert.That(await CppServer.EchoAsync(server, Texts), Is.EqualTo(Texts.Select(text => $"Ann: {text}")));

    /// <summary>Starts dumpcap on the loopback interface, and waits until it captures.</summary>
    private static async Task<Process> DumpAsync(int port, string capture, params string[] options)
    {
        Process process = ExternalProgram.Start("dumpcap", ["-q", "-i", "lo", "-f", $"tcp port {port}", "-w", capture, .. options], redirectInput: false);
        List<string> said = [];
        using CancellationTokenSource limit = new(Limit);
        while (await process.StandardError.ReadLineAsync(limit.Token) is { } line)
        {
            said.Add(line);
            if (line.StartsWith("File: ", StringComparison.Ordinal))
            {
                return process;
            }
        }

        process.Dispose();
        ExternalProgram.Missing($"Let dumpcap capture on the loopback (setcap cap_net_raw,cap_net_admin+eip) to run this test: {string.Join(' ', said)}");
        throw new InvalidOperationException();
    }

    private static string Decode(string capture, string[] port)
    {
        string output = CodecTool.Run(["decode", capture, .. Schema, .. port]).Successful();
        return output;
    }

    private static (string? Sender, string? Text)[] Chats(string json, string direction)
    {
        List<(string? Sender, string? Text)> chats = [];
        foreach (string line in json.Split('\n', StringSplitOptions.RemoveEmptyEntries))
        {
            using JsonDocument packet = JsonDocument.Parse(line);
            Assert.That(packet.RootElement.GetProperty("type").GetString(), Is.EqualTo("Game.Chat"));
            if (packet.RootElement.GetProperty("direction").GetString() == direction)
            {
                JsonElement payload = packet.RootElement.GetProperty("payload");
                chats.Add((payload.GetProperty("sender").GetString(), payload.GetProperty("text").GetString()));
            }
        }

        return [.. chats];
    }

    private static void AssertShowsChat(string output)
    {
        string[] lines = output.Split('\n', StringSplitOptions.RemoveEmptyEntries);
        Assert.That(lines, Has.Length.EqualTo(1 + (2 * Texts.Length)));
        foreach (char direction in "<>")
        {
            string[] shown = [.. lines.Where(line => line.Contains($" {direction}", StringComparison.Ordinal))];
            Assert.That(shown, Has.Length.EqualTo(Texts.Length));
            for (int i = 0; i < shown.Length; i++)
            {
                Assert.That(shown[i], Does.Contain("    4 Chat ").And.EndsWith($"sender=\"Ann\" text=\"{Texts[i]}\""));
            }
        }
    }

    private static void AssertCountsChat(string json)
    {
        using JsonDocument statistics = JsonDocument.Parse(json);
        JsonElement[] ids = [.. statistics.RootElement.GetProperty("ids").EnumerateArray()];
        Assert.That(ids.Select(id => id.GetProperty("direction").GetString()), Is.EquivalentTo((string[])["in", "out"]));
        Assert.That(ids.Select(id => (id.GetProperty("name").GetString(), id.GetProperty("packets").GetInt32(), id.GetProperty("errors").GetInt32())), Is.All.EqualTo(("Chat", Texts.Length, 0)));
    }

    /// <summary>Returns the bytes, direction and time of all packets that have been written to a capture.</summary>
    private static (string Bytes, CaptureDirection Direction, long Nanoseconds)[] Packets(string capture, int port)
    {
        List<(string Bytes, CaptureDirection Direction, long Nanoseconds)> packets = [];
        using CapturedPacketReader reader = new(new CaptureReader(new FileStream(capture, FileMode.Open, FileAccess.Read, FileShare.ReadWrite)), new CapturedPacketReaderOptions { Port = (ushort)port });
        while (reader.Read(out CapturedPacket packet) == CaptureStatus.Packet)
        {
            packets.Add((Convert.ToHexString(packet.Packet.Raw), packet.Direction, packet.TimestampNanoseconds));
        }

        return [.. packets];
    }
}
