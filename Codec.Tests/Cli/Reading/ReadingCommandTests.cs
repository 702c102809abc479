using Codec.Cli.Encode;

namespace Codec.Tests.Cli.Reading;

/// <summary>Tests <c>codec inspect</c>, <c>decode</c>, <c>encode</c> and <c>stats</c>.</summary>
internal sealed class ReadingCommandTests : ToolFixture
{
    private const int Columns = 80;

    [Test]
    public void Inspect_prints_a_line_for_each_packet_of_a_file()
    {
        string output = CodecTool.Run(["inspect", Files.Packets(), .. ToolFiles.Schema]).Successful();
        string[] lines = Lines(output);
        Assert.That(lines, Has.Length.EqualTo(1 + ToolFiles.Golden.Count));
        Assert.That(lines[0], Is.EqualTo("      time dir     id name          size fields"));
        Assert.That(lines[1], Is.EqualTo("         0      65534 TestPacket      48 msg=\"This is a message!\" number=255"));
        Assert.That(lines.Single(line => line.Contains(" Chat ", StringComparison.Ordinal)), Does.Contain("    4 Chat            72 channel=Guild sender=\"Ada\" text=\"Où es"));
        AssertFits(output);
    }

    [TestCase(CaptureEncapsulation.User0)]
    [TestCase(CaptureEncapsulation.Tcp)]
    public void Inspect_prints_time_and_direction_of_a_capture(CaptureEncapsulation encapsulation)
    {
        (int exit, string output, string error) = CodecTool.Run(["inspect", Files.Capture(encapsulation), .. ToolFiles.Schema]);
        Assert.That((exit, error), Is.EqualTo((0, "")));
        string[] lines = Lines(output);
        Assert.That(lines, Has.Length.EqualTo(1 + ToolFiles.Golden.Count));
        Assert.That(lines[1], Does.StartWith("  0.000000 >0   65534 TestPacket      48 msg="));
        Assert.That(lines[2], Does.StartWith("  0.001000 <0       1 Login           92 user="));
        AssertFits(output);
        (exit, output, _) = CodecTool.Run("inspect", Files.PathOf("game.pcapng"), "--port", "9999");
        Assert.That((exit, output.Contains("choose another with", StringComparison.Ordinal)), Is.EqualTo(encapsulation == CaptureEncapsulation.Tcp ? (1, true) : (0, false)));
    }

    [TestCase("Chat.sender == \"Ada\"", "Chat")]
    [TestCase("Game.Chat.sender == \"Ada\" && channel == Guild", "Chat")]
    [TestCase("sender != \"Ada\"", "")]
    [TestCase("Chat.text ~ \"tu ?\"", "Chat")]
    [TestCase("Spawn.flags == \"Visible Hostile\" || Chat.channel == 2", "Spawn Chat")]
    [TestCase("Spawn.health < 100 && !(Spawn.health <= 86)", "Spawn")]
    [TestCase("Spawn.owner == 9007199254740993", "Spawn")]
    [TestCase("Move.position.y == -2.25", "Move")]
    [TestCase("items.name == \"Item 099\"", "Inventory")]
    [TestCase("items.modifiers", "Inventory")]
    [TestCase("Login.locale", "Login")]
    [TestCase("Login.protocol >= 3", "Login")]
    [TestCase("Snapshot.entities.position.x == 249.5", "Snapshot Snapshot")]
    [TestCase("TestPacket.number == 0xFF", "TestPacket")]
    [TestCase("Move.position.x < inf && Move.position.x > -inf", "Move")]
    [TestCase("Move.position.x != nan", "Move")]
    [TestCase("Move.position.x == nan || Move.position.x > nan || Move.position.x <= nan", "")]
    public void Where_chooses_packets_by_their_fields(string condition, string expected)
    {
        string output = CodecTool.RunHere(["inspect", Files.Packets(), .. ToolFiles.Schema, "--where", condition]).Successful();
        Assert.That(string.Join(' ', Lines(output).Skip(1).Select(line => line[22..34].Trim())), Is.EqualTo(expected));
    }

    [TestCase("x == nan", "nan")]
    [TestCase("x == NaN || d == nan", "nan, other nan")]
    [TestCase("x != nan", "other nan, none")]
    [TestCase("x > nan || x <= nan || x < 1", "none")]
    [TestCase("x != 1", "nan, none")]
    public void Where_finds_numbers_that_are_NaN(string condition, string expected)
    {
        string schema = Files.Put("nan.fbs", [.. "include \"packets.fbs\"; table A (packet_id: 1) { name:string; x:float; d:double; }"u8]);
        string json = Files.Put("nan.jsonl", [.. """
            {"id":1,"payload":{"name":"nan","x":"nan"}}
            {"id":1,"payload":{"name":"other nan","x":1,"d":"nan"}}
            {"id":1,"payload":{"name":"none"}}
            """u8]);
        IEnumerable<JsonElement> found = Lines(DecodeEncoded(schema, json, condition)).Select(line => JsonDocument.Parse(line).RootElement);
        Assert.That(string.Join(", ", found.Select(packet => packet.GetProperty("payload").GetProperty("name"))), Is.EqualTo(expected));
    }

    private string DecodeEncoded(string schema, string json, string condition)
    {
        string packets = Files.PathOf("encoded.bin");
        Assert.That(CodecTool.RunHere("encode", json, "--schema", schema, "--output", packets), Is.EqualTo((0, "", "")));
        return CodecTool.RunHere("decode", packets, "--schema", schema, "--where", condition).Successful();
    }

    [TestCase("body.name == \"Ada\"", 1)]
    [TestCase("body.name == 7", 1)]
    [TestCase("body_type == Player", 1)]
    [TestCase("body_type == NONE", 1)]
    [TestCase("body_type != Player", 2)]
    [TestCase("body_type", 2)]
    [TestCase("bodies_type == Item", 1)]
    [TestCase("bodies_type == NONE", 0)]
    [TestCase("bodies.name == \"Bob\"", 2)]
    public void Where_compares_fields_of_the_members_of_a_union(string condition, int expected)
    {
        string schema = Files.Put("union.fbs", [.. """
            include "packets.fbs";
            table Item { name:int; }
            table Player { name:string; }
            union Any { Item, Player }
            table Event (packet_id: 1) { body:Any; bodies:[Any]; }
            """u8]);
        string json = Files.Put("union.jsonl", [.. """
            {"id":1,"payload":{"body_type":"Player","body":{"name":"Ada"},"bodies_type":["Player"],"bodies":[{"name":"Bob"}]}}
            {"id":1,"payload":{"body_type":"Item","body":{"name":7},"bodies_type":["Item","Player"],"bodies":[{"name":1},{"name":"Bob"}]}}
            {"id":1,"payload":{}}

            """u8]);
        Assert.That(Lines(DecodeEncoded(schema, json, condition)), Has.Length.EqualTo(expected));
    }

    [TestCase("Chat.sendr == 1", "no message of the schema has the field 'Chat.sendr'; did you mean Chat.sender?")]
    [TestCase("Chat.sender == ", "expected a text in quotes, a number or an enum's value at character 16")]
    [TestCase("Chat.sender == \"x", "expected '\"'")]
    [TestCase("(Chat.sender", "expected ')'")]
    [TestCase("Chat.sender = 1", "expected an operator or the end at character 13, found '= 1'")]
    [TestCase("", "--where: expected a field at character 1, such as Chat.sender.")]
    [TestCase("== 1", "--where: expected a field at character 1, found '== 1', such as Chat.sender.")]
    [TestCase("Chat.channel == Gild", "'Chat.channel' cannot be compared by == with Gild; expected the name of one of its values or a number, without ~.")]
    [TestCase("Chat.sender == Ada", "'Chat.sender' cannot be compared by == with Ada; expected a text in quotes.")]
    [TestCase("Move.position == 3", "'Move.position' cannot be compared by == with 3; expected the name of a field inside it.")]
    [TestCase("Chat.channel != nan", "'Chat.channel' cannot be compared by != with nan; expected the name of one of its values or a number, without ~.")]
    [TestCase("TestPacket.number == nan", "'TestPacket.number' cannot be compared by == with nan; expected a number, without ~.")]
    [TestCase("Move.position.x ~ 3", "'Move.position.x' cannot be compared by ~ with 3; expected a number, without ~.")]
    public void Where_reports_what_is_wrong_with_a_condition(string condition, string problem)
    {
        (int exit, string output, string error) = CodecTool.RunHere(["inspect", Files.Packets(), .. ToolFiles.Schema, "--where", condition]);
        Assert.That((exit, output), Is.EqualTo((2, "")));
        Assert.That(error, Does.StartWith("codec: error: --where: ").And.Contain(problem));
    }

    [Test]
    public void Packets_are_chosen_by_id_direction_and_time()
    {
        string capture = Files.Capture(CaptureEncapsulation.User0);
        Assert.That(Names("--id", "4"), Is.EqualTo("Chat"));
        Assert.That(CodecTool.RunHere(["inspect", capture, "--id", "4"]).Output, Does.Contain("\n  0.004000 >0       4 "), "time counts from the first packet, shown or not");
        Assert.That(Names("--id", "Chat", "--id", "1"), Is.EqualTo("Login Chat"));
        Assert.That(Names("--direction", "out").Split(' '), Has.Length.EqualTo(ToolFiles.Golden.Count / 2));
        Assert.That(Names("--after", "0.001", "--before", "0.002"), Is.EqualTo("Login"));
        Assert.That(Names("--before", "2026-11-22T12:00:00.001Z"), Is.EqualTo("TestPacket"));
        Assert.That(Names("--before", "2026-11-22T13:00:00.001+01:00"), Is.EqualTo("TestPacket"));
        Assert.That(Names("--before", "2026-11-22 12:00:00.001"), Is.EqualTo("TestPacket"));
        Assert.That(Names("--after", "2026-11-22", "--before", "2026-11-22T12:01", "--id", "4"), Is.EqualTo("Chat"));
        Assert.That(
            CodecTool.RunHere("inspect", Files.Packets(), "--after", "1"),
            Is.EqualTo((2, "", "codec: error: --after and --before select by time, and the packets of the file have no times.\n")));
        Assert.That(
            CodecTool.RunHere("inspect", capture, "--after", "5", "--before", "1"),
            Is.EqualTo((2, "", "codec: error: --after 5 is not before --before 1.\n")));
        Assert.That(CodecTool.RunHere("inspect", capture, "--after", "1", "--before", "1").Exit, Is.EqualTo(2));
        Assert.That(
            CodecTool.RunHere("inspect", Files.Packets(), "--direction", "in"),
            Is.EqualTo((2, "", "codec: error: --direction selects by direction, and the packets of the file have no directions.\n")));

        string Names(params string[] options)
        {
            string output = CodecTool.RunHere(["inspect", capture, .. ToolFiles.Schema, .. options]).Successful();
            return string.Join(' ', Lines(output).Skip(1).Select(line => line[22..34].Trim()));
        }
    }

    [Test]
    public void Times_count_from_the_first_packet_even_if_its_time_is_0()
    {
        string json = Files.Put("two.jsonl", "{\"time\":\"1970-01-01T00:00:00Z\",\"id\":4,\"bytes\":\"\"}\n{\"time\":\"1970-01-01T00:00:05Z\",\"id\":4,\"bytes\":\"\"}\n"u8.ToArray());
        Assert.That(CodecTool.RunHere(["encode", json, .. ToolFiles.Schema, "-o", CapturePath]), Is.EqualTo((0, "", "")));
        Assert.That(Lines(CodecTool.RunHere("inspect", CapturePath, "--after", "2").Output).Last(), Does.StartWith("  5.000000 "));
    }

    [Test]
    public void Invalid_packets_are_shown_with_their_error_and_reading_continues()
    {
        byte[] chat = [.. GoldenFiles.ReadBytes("chat.bin")];
        byte[] broken = [.. chat];
        broken[4 + 0x18] = 0xF0;
        string file = Files.Put("broken.bin", [.. broken, 1, 0, 99, 0, 7, .. chat, .. "HTTP/1.1 400 Bad Request\r\n"u8]);
        (int exit, string output, string error) = CodecTool.Run(["inspect", file, .. ToolFiles.Schema, "--packet-format", "max=1000"]);
        Assert.That((exit, error), Is.EqualTo((1, "")));
        Assert.That(Lines(output).Skip(1), Is.EqualTo((string[])
        [
            "         0          4 Chat            72",
            "         0 ! PayloadInvalid at byte 24 of the payload: sender: the string lies",
            "             outside the payload, or has no zero after it.",
            "        76         99 ?                1",
            "        76 ! UnknownId: the schema has no packet with this id.",
            Lines(output)[6],
            "           ! PayloadTooLarge in the packet at byte 157; nothing after it can be",
            "             read. The bytes look like HTTP.",
        ]));
        AssertFits(output);

        (exit, output, _) = CodecTool.Run(["inspect", file, .. ToolFiles.Schema, "--packet-format", "max=1000", "--json"]);
        JsonElement[] packets = [.. Lines(output).Select(line => JsonDocument.Parse(line).RootElement)];
        Assert.That(exit, Is.EqualTo(1));
        Assert.That(packets.Select(packet => packet.TryGetProperty("error", out JsonElement kind) ? kind.GetString() : ""),
            Is.EqualTo((string[])["PayloadInvalid", "UnknownId", "", "PayloadTooLarge"]));
        Assert.That(packets[1].GetProperty("bytes").GetBytesFromBase64(), Is.EqualTo((byte[])[7]));
    }

    [Test]
    public void A_packet_in_a_direction_that_is_not_allowed_is_reported()
    {
        string schema = Files.Put("sides.fbs", "include \"packets.fbs\"; struct Ping (packet_id: 3, packet_direction: \"client\") { x:int; }"u8.ToArray());
        string capture = Files.PathOf("sides.pcapng");
        using (CaptureWriter writer = CaptureWriter.Create(capture))
        {
            byte[] ping = [4, 0, 3, 0, 7, 0, 0, 0];
            writer.Append(ping, CaptureDirection.Outbound);
            writer.Append(ping, CaptureDirection.Inbound);
        }

        (int exit, string output, _) = CodecTool.RunHere("inspect", capture, "--schema", schema);
        Assert.That(exit, Is.EqualTo(1));
        Assert.That(Lines(output)[1], Does.EndWith("x=7"));
        Assert.That(Lines(output)[3..5], Is.EqualTo((string[])
        [
            Lines(output)[2][..13] + " ! IdNotAllowed: only the client may send Ping. If the server made",
            "                the capture, give --captured-by server.",
        ]));
        Assert.That(CodecTool.RunHere("inspect", capture, "--schema", schema, "--direction", "out").Exit, Is.Zero);
        Assert.That(CodecTool.RunHere("inspect", capture, "--schema", schema, "--direction", "in", "--captured-by", "server").Exit, Is.Zero);
    }

    [Test]
    public void The_side_that_a_capture_states_decides_which_packets_are_allowed([Values] CaptureEncapsulation encapsulation)
    {
        string schema = Files.Put("sides.fbs", "include \"packets.fbs\"; struct Ping (packet_id: 3, packet_direction: \"client\") { x:int; }"u8.ToArray());
        using (CaptureWriter writer = CaptureWriter.Create(CapturePath, new CaptureWriterOptions { IsServer = true, Encapsulation = encapsulation }))
        {
            writer.Append([4, 0, 3, 0, 7, 0, 0, 0], CaptureDirection.Inbound);
            writer.Append([4, 0, 3, 0, 7, 0, 0, 0], CaptureDirection.Outbound);
        }

        (int exit, string output, _) = CodecTool.RunHere("inspect", CapturePath, "--schema", schema, "--errors");
        Assert.That((exit, Lines(output)[1][11], Lines(output)[2][13..]), Is.EqualTo((1, '>', " ! IdNotAllowed: only the client may send Ping.")));
        Assert.That(Lines(CodecTool.RunHere("inspect", CapturePath, "--schema", schema, "--errors", "--captured-by", "client").Output)[1][11], Is.EqualTo('<'));
    }

    [Test]
    public void A_direction_that_is_not_allowed_is_reported_before_an_invalid_payload()
    {
        string schema = Files.Put("sides.fbs", [.. """
            include "packets.fbs";
            table Ping (packet_id: 3, packet_direction: "client") { text:string; }
            table Packed (packet_id: 4, packet_direction: "client", packet_packed) { text:string; }
            """u8]);
        string capture = Files.PathOf("sides.pcapng");
        using (CaptureWriter writer = CaptureWriter.Create(capture))
        {
            foreach (byte id in (byte[])[3, 4])
            {
                byte[] invalid = [4, 0, id, 0, 3, 1, 1, 1];
                writer.Append(invalid, CaptureDirection.Outbound);
                writer.Append(invalid, CaptureDirection.Inbound);
            }
        }

        (int exit, string output, string error) = CodecTool.RunHere("decode", capture, "--schema", schema);
        Assert.That((exit, error), Is.EqualTo((1, "")));
        Assert.That(Lines(output).Select(line => JsonDocument.Parse(line).RootElement.GetProperty("error").GetString()),
            Is.EqualTo((string[])["PayloadInvalid", "IdNotAllowed", "PackedInvalid", "IdNotAllowed"]));
        Assert.That(Lines(output), Has.All.Contains("\"bytes\":\"AwEBAQ==\""));
    }

    [Test]
    [Platform("Linux,MacOsX", Reason = "the test limits the size of files in a shell")]
    public void Files_that_reach_a_limit_give_exit_code_2_and_keep_what_was_written()
    {
        const int Size = 600_000;
        string json = Files.Put("large.jsonl", LargeLines(Size));
        string capture = Files.PathOf("large.pcapng");
        AssertLimited(["encode", json, .. ToolFiles.Schema, "-o", capture]);
        Assert.That(CodecTool.RunHere("stats", capture).Output, Does.Match("(?m)^ +4 "));
        AssertLimited(["encode", json, .. ToolFiles.Schema, "-o", Files.PathOf("large.bin")]);
        string fields = string.Concat(Enumerable.Range(0, Size / 100).Select(i => $"table T{i} {{ x:int; }}\n"));
        using ToolProcess gen = Limited("gen", "cpp", Files.Put("large.fbs", Encoding.UTF8.GetBytes(fields)), "-o", Files.PathOf("generated"));
        Assert.That((gen.WaitForExit(), gen.Errors), Is.EqualTo((2, $"codec: error: {TooLarge}\n")));

        void AssertLimited(params string[] arguments)
        {
            using ToolProcess tool = Limited(arguments);
            Assert.That((tool.WaitForExit(), tool.Errors), Is.EqualTo((2, $"codec: error: {TooLarge}\n")));
        }
    }

    [Test]
    public void A_capture_that_has_stopped_ends_the_command()
    {
        using MemoryStream file = new();
        using CaptureWriter capture = new(file);
        file.Close();
        using MemoryStream input = new(LargeLines(3_000_000));
        using StringWriter error = new() { NewLine = "\n" };
        PacketEncoding encoding = new(new PayloadSchema(JsonSchema.OfFile("schemas", "game.fbs").Model), PacketFormat.Default, skipUnknown: false, CodecTool.Console(error));
        Assert.That(
            () => encoding.Capture(input, capture, CaptureDirection.Unknown, default),
            Throws.TypeOf<CommandFailedException>().With.Message.EqualTo("The capture stopped: Cannot access a closed Stream."));
        Assert.That(error.ToString(), Does.Match("^codec: line \\d+: Cannot access a closed Stream.\n$"));
    }

    private static byte[] LargeLines(int size) =>
        Encoding.UTF8.GetBytes(string.Concat(Enumerable.Repeat($"{{\"id\":4,\"bytes\":\"{new string('A', 1000)}\"}}\n", size / 1000)));

    private const string TooLarge = "The file system, or a limit of the process, does not allow files of this size.";

    // Limits files to 16 KB, which are 32 blocks of 512 bytes. The signal is ignored, because a full disk causes an error without a signal.
    private static ToolProcess Limited(params string[] arguments) => ToolProcess.StartLimited("trap '' XFSZ; ulimit -f 32", arguments);

    [Test]
    public void Invalid_arguments_give_an_error_message_and_exit_code_2()
    {
        string none = Files.PathOf("none");
        string[][] refused =
        [
            ["inspect"], ["inspect", none], ["inspect", ""], ["inspect", Files.Packets(), "--schema", none], ["inspect", Files.Packets(), "--packet-format", "size=u8"],
            ["inspect", Files.Packets(), "--type", "Chat"], ["inspect", Files.Packets(), .. ToolFiles.Schema, "--type", "Chad"], ["inspect", Files.Packets(), "--where", "x"],
            ["inspect", Files.Packets(), "--id", "Chat"], ["inspect", Files.Packets(), "--after", "noon"],
            ["inspect", Files.Capture(CaptureEncapsulation.User0), "--after", "12:30"], ["inspect", Files.Capture(CaptureEncapsulation.User0), "--before", "1:30"],
            ["inspect", Files.Packets(), "--direction", "up"], ["inspect", Files.Packets(), "--port", "70000"],
            ["decode", Files.Packets()], ["encode", none, .. ToolFiles.Schema], ["encode", Files.Packets()], ["stats"], ["stats", none],
            ["inspect", Files.Packets(), "--schema", Files.Put("bad.fbs", "table T {"u8.ToArray())],
            ["inspect", Files.Packets(), "--schema", Files.Put("wide.fbs", "table T { x:string (offset64); }"u8.ToArray())],
        ];
        foreach (string[] arguments in refused)
        {
            (int exit, _, string error) = CodecTool.RunHere(arguments);
            Assert.That(exit, Is.EqualTo(2), string.Join(' ', arguments));
            Assert.That(error, Is.Not.Empty.And.Not.Contain("   at "), string.Join(' ', arguments));
        }

        Assert.That(CodecTool.Run("inspect", none), Is.EqualTo((2, "", $"codec: error: Could not find file '{none}'.\n")));
        Assert.That(CodecTool.Run("inspect", Files.Packets(), "--packet-format", "size=u8").Error, Does.StartWith("--packet-format: The packet format's property 'size' is 'u8'; expected u16 or u32."));
    }

    [Test]
    public void The_heading_fits_the_width([Values(40, 47)] int width)
    {
        (int exit, string output, _) = CodecTool.RunHere(["inspect", Files.Packets(), .. ToolFiles.Schema, "--width", $"{width}"]);
        Assert.That(exit, Is.Zero);
        Assert.That(Lines(output)[0], Has.Length.EqualTo(width).And.StartsWith("      time dir     id name          "));
        Assert.That(Lines(output).Select(line => new StringInfo(line).LengthInTextElements), Is.All.LessThanOrEqualTo(width));
        Assert.That(Lines(CodecTool.RunHere("inspect", Files.Packets(), "--width", "0").Output)[0], Does.EndWith(" fields"));
    }

    [TestCase("PACKETS", "--where", "Chat.sendr == 1")]
    [TestCase("PACKETS", "--type", "Chad")]
    [TestCase("PACKETS", "--id", "Chad")]
    [TestCase("PACKETS", "--after", "1")]
    [TestCase("ZIP")]
    public void Decode_keeps_an_older_output_if_it_cannot_read_the_packets(string file, params string[] options)
    {
        string input = file == "ZIP" ? Files.Put("no.zip", [.. "PK\x03\x04"u8, .. new byte[50]]) : Files.Packets();
        string output = Files.Put("older.jsonl", [.. "older"u8]);
        (int exit, _, string error) = CodecTool.Run(["decode", input, .. ToolFiles.Schema, .. options, "--output", output]);
        Assert.That((exit, File.ReadAllText(output)), Is.EqualTo((2, "older")), error);
    }

    [Test]
    public void Encode_keeps_an_older_output_if_the_payload_is_not_valid()
    {
        string input = Files.Put("chat.json", [.. "{\"text\": 5}"u8]);
        string output = Files.Put("older.bin", [.. "older"u8]);
        (int exit, _, string error) = CodecTool.Run(["encode", input, .. ToolFiles.Schema, "--type", "Game.Chat", "--output", output]);
        Assert.That((exit, File.ReadAllText(output)), Is.EqualTo((1, "older")), error);
    }

    [Test]
    public void A_compressed_capture_that_was_cut_between_two_records_is_an_error()
    {
        using MemoryStream compressed = new();
        using (GZipStream gzip = new(compressed, CompressionLevel.Fastest, leaveOpen: true))
        {
            gzip.Write(File.ReadAllBytes(Files.Capture(CaptureEncapsulation.User0)));
            gzip.Flush();
            File.WriteAllBytes(Files.PathOf("cut.gz"), compressed.ToArray());
        }

        using ToolProcess tool = ToolProcess.Start("stats", Files.PathOf("cut.gz"));
        Assert.That((tool.WaitForExit(), tool.Errors), Is.EqualTo((1, "")));
        Assert.That(tool.Output, Does.Contain("CompressionInvalid"));
    }

    [Test]
    public void Standard_input_is_read([Values] bool isCapture)
    {
        byte[] bytes = File.ReadAllBytes(isCapture ? Files.Capture(CaptureEncapsulation.Tcp) : Files.Packets());
        string output = CodecTool.Run(bytes, ["inspect", "-", .. ToolFiles.Schema]).Successful();
        Assert.That(Lines(output), Has.Length.EqualTo(1 + ToolFiles.Golden.Count));
    }

    [TestCase("\0\0\u0001\0", "      time dir     id name          size fields\n         0          1 ?                0\n", "inspect", "-")]
    [TestCase("{\"id\":4,\"bytes\":\"\"}\n", "\0\0\u0004\0", "encode", "-", "--schema")]
    public async Task A_packet_is_shown_while_the_standard_input_is_open(string input, string expected, params string[] arguments)
    {
        string[] schema = arguments[^1] == "--schema" ? [Repository.PathOf("schemas", "game.fbs")] : [];
        using System.Diagnostics.Process process = ExternalProgram.Start("dotnet", [CodecTool.Path, .. arguments, .. schema], redirectInput: true);
        await process.StandardInput.BaseStream.WriteAsync(Encoding.UTF8.GetBytes(input));
        await process.StandardInput.BaseStream.FlushAsync();
        byte[] shown = new byte[expected.Length];
        await process.StandardOutput.BaseStream.ReadExactlyAsync(shown).AsTask().WaitAsync(Limit);
        Assert.That(Encoding.UTF8.GetString(shown), Is.EqualTo(expected));
        process.StandardInput.Close();
        await process.WaitForExitAsync().WaitAsync(Limit);
        Assert.That(process.ExitCode, Is.Zero);
    }

    [TestCase("inspect", "-")]
    [TestCase("decode", "-", "--schema")]
    [TestCase("fmt", "-")]
    public void Closed_standard_input_is_an_error(params string[] arguments)
    {
        // The runtime of the tool opens a pipe, which gets the number of the closed standard input.
        string[] schema = arguments[^1] == "--schema" ? [Repository.PathOf("schemas", "game.fbs")] : [];
        using ToolProcess tool = ToolProcess.StartLimited("exec <&-", [.. arguments, .. schema]);
        Assert.That(tool.WaitForExit(), Is.EqualTo(2));
        Assert.That((tool.Output, tool.Errors), Is.EqualTo(("", "codec: error: The standard input is closed.\n")));
    }

    [TestCase("exec >&-", "inspect", "FILE")]
    [TestCase("exec <&- >&-", "--help")]
    [TestCase("exec <'FILE' >&-", "fmt", "-")]
    [Platform("Linux,MacOsX", Reason = "a shell closes the standard output")]
    public void Closed_standard_output_is_an_error(string closing, params string[] arguments)
    {
        // The runtime of the tool opens a pipe, which gets the number of a closed standard input or output.
        string input = Files.Put("input", arguments[0] == "fmt" ? [.. "table A { x:int; }"u8] : ToolFiles.Golden[0]);
        using ToolProcess tool = ToolProcess.StartLimited(closing.Replace("FILE", input, StringComparison.Ordinal), arguments.Select(word => word == "FILE" ? input : word));
        Assert.That((tool.WaitForExit(), tool.Output, tool.Errors), Is.EqualTo((2, "", "codec: error: The standard output is closed.\n")));
    }

    [TestCase("decode FILE --schema SCHEMA --output LINK")]
    [TestCase("encode FILE --schema SCHEMA --output LINK")]
    public void Output_that_is_the_input_is_rejected(string command)
    {
        ExternalProgram.Require("ln");
        string input = Files.Put("input", command.StartsWith("encode", StringComparison.Ordinal) ? [.. "{}"u8] : ToolFiles.Golden[0]);
        byte[] content = File.ReadAllBytes(input);
        string hard = Files.PathOf("hard");
        ExternalProgram.RunSuccessfully("ln", input, hard);
        string symbolic = File.CreateSymbolicLink(Files.PathOf("symbolic"), "input").FullName;
        foreach (string output in (string[])[input, hard, symbolic])
        {
            string[] arguments = [.. command.Split(' ').Select(word => word switch { "FILE" => input, "LINK" => output, "SCHEMA" => Repository.PathOf("schemas", "game.fbs"), _ => word })];
            (int exit, string text, string error) = CodecTool.Run(arguments);
            Assert.That(File.ReadAllBytes(input), Is.EqualTo(content), output);
            Assert.That((exit, text, error), Is.EqualTo((2, "", $"codec: error: {output} and {input} are the same file; expected two files.\n")));
        }
    }

    [TestCase("decode FILE --schema SCHEMA --output OUT")]
    [TestCase("encode FILE --schema SCHEMA --output OUT")]
    [TestCase("encode FILE --schema SCHEMA --type A --output OUT")]
    [TestCase("tap 127.0.0.1:0 127.0.0.1:9 --duration 1ms --schema SCHEMA --output OUT")]
    public void Output_that_is_a_schema_is_rejected(string command)
    {
        string input = Files.Put("some", command.StartsWith("encode", StringComparison.Ordinal) ? [.. "{}"u8] : ToolFiles.Golden[0]);
        string schema = Files.Put("own.fbs", [.. "include \"types.fbs\";"u8]);
        string included = Files.Put("types.fbs", [.. "table A { x:int; }"u8]);
        string link = Files.PathOf("link.fbs");
        File.Delete(link);
        File.CreateSymbolicLink(link, "types.fbs");
        ExternalProgram.Require("ln");
        string hard = Files.PathOf("hard.fbs");
        ExternalProgram.RunSuccessfully("ln", "-f", included, hard);
        foreach ((string output, string same) in (ReadOnlySpan<(string, string)>)[(schema, schema), (included, included), (link, included), (hard, included)])
        {
            string[] arguments = [.. command.Split(' ').Select(word => word switch { "FILE" => input, "OUT" => output, "SCHEMA" => schema, _ => word })];
            Assert.That(CodecTool.RunHere(arguments), Is.EqualTo((2, "", $"codec: error: {output} and {same} are the same file; expected two files.\n")));
            Assert.That((File.ReadAllText(schema), File.ReadAllText(included)), Is.EqualTo(("include \"types.fbs\";", "table A { x:int; }")));
        }
    }

    [Test]
    [Platform("Linux", Reason = "other systems do not name the file behind the standard input")]
    public void Output_that_is_the_standard_input_is_rejected()
    {
        string input = Files.Put("some.bin", ToolFiles.Golden[0]);
        using ToolProcess tool = ToolProcess.StartLimited($"exec <'{input}'", ["decode", "-", .. ToolFiles.Schema, "--output", input]);
        Assert.That((tool.WaitForExit(), tool.Errors), Is.EqualTo((2, $"codec: error: {input} and the standard input are the same file; expected two files.\n")));
        Assert.That(File.ReadAllBytes(input), Is.EqualTo(ToolFiles.Golden[0]));
    }

    [TestCase("decode", "none", "--schema", "none.fbs")]
    [Platform("Linux,MacOsX", Reason = "a shell closes the standard error")]
    public void Errors_with_a_closed_standard_error_give_exit_code_2(params string[] arguments)
    {
        using ToolProcess tool = ToolProcess.StartLimited("exec 2>&-", arguments);
        Assert.That((tool.WaitForExit(), tool.Output), Is.EqualTo((2, "")));
    }

    [Test]
    [Platform("Linux,MacOsX", Reason = "the test uses a pipe of the shell")]
    public void A_command_ends_when_its_output_is_no_longer_read()
    {
        // The input never ends: it consists of empty packets. The tool runs until the write of a line fails.
        string exitCode = Files.PathOf("exit");
        (int exit, string output) = ExternalProgram.Run(
            "/bin/sh", "-c", "{ dotnet \"$0\" inspect - </dev/zero; echo $? >\"$1\"; } | { read -r line; echo \"$line\"; }", CodecTool.Path, exitCode);
        Assert.That((exit, Lines(output).Length), Is.EqualTo((0, 1)));
        Assert.That(() => File.Exists(exitCode) ? File.ReadAllText(exitCode) : "", Is.EqualTo("0\n").After(60_000, 50));
    }

    [Test]
    [Platform("Linux,MacOsX", Reason = "the test sends a signal")]
    public void Follow_shows_packets_as_a_file_grows_and_an_interrupt_inside_a_packet_is_not_an_error()
    {
        string file = Files.Put("growing.bin", ToolFiles.Golden[0]);
        using ToolProcess tool = ToolProcess.Start(["inspect", file, "--follow", .. ToolFiles.Schema]);
        tool.WaitForLineWith("TestPacket");
        using (FileStream append = new(file, FileMode.Append, FileAccess.Write, FileShare.ReadWrite))
        {
            append.Write([.. ToolFiles.Golden[1], .. ToolFiles.Golden[2].AsSpan(0, 20)]);
        }

        tool.WaitForLineWith("Login");
        tool.Signal("INT");
        Assert.That((tool.WaitForExit(), tool.Errors), Is.EqualTo((0, "")));
        Assert.That(Lines(tool.Output), Has.Length.EqualTo(3), tool.Output);
    }

    [Test]
    public void Bytes_explains_a_payload()
    {
        byte[] chat = GoldenFiles.ReadBytes("chat.bin");
        string output = CodecTool.Run(["inspect", Files.Put("chat.payload", chat[4..]), .. ToolFiles.Schema, "--type", "Chat", "--bytes"]).Successful();
        Assert.That(output, Does.Contain("  +0x17 | 02                      | uint8_t    | 0x02 (2)                  | table field `channel` (UByte): Guild\n")
            .And.Contain("  +0x18 | 28 00 00 00             | UOffset32  | 0x00000028 (40) Loc: 0x40 | offset to field `sender` (string)\n")
            .And.Contain("  +0x24 | 4F C3 B9 20 65 73 2D 74 | char[26]   | O.. es-t                  | string literal\n").And.Contain("\nvtable (Game.Chat):\n"));
        string[] said = [.. Lines(output).Where(line => line.StartsWith("  +0x", StringComparison.Ordinal) && line.Split('|').Length == 5).Select(line => line.Split("| ")[^1])];
        Assert.That(said, Is.EqualTo((string[])[
            "offset to root table `Game.Chat`", "padding", "size of this vtable", "size of referring table",
            "offset to field `channel` (id: 0)", "offset to field `sender` (id: 1)", "offset to field `text` (id: 2)",
            "offset to vtable", "padding", "table field `channel` (UByte): Guild", "offset to field `sender` (string)", "offset to field `text` (string)",
            "length of string", "string literal", "string terminator", "padding", "length of string", "string literal", "string terminator",
        ]));
        Assert.That(CodecTool.Run(["inspect", Files.Put("chat.bin", chat), .. ToolFiles.Schema, "--bytes"]).Output, Does.Contain("  +0x00 | 48 00 | uint16_t | 72 | Size: payload bytes\n  +0x02 | 04 00 | uint16_t | 4 | Id\n"));
    }

    [Test]
    public void Bytes_names_the_length_of_a_string_that_does_not_fit()
    {
        byte[] chat = [.. GoldenFiles.ReadBytes("chat.bin")];
        int length = chat.AsSpan().IndexOf("\u0003\0\0\0Ada"u8);
        chat[length] = 99;
        string output = CodecTool.RunHere(["inspect", Files.Put("chat.bin", chat), .. ToolFiles.Schema, "--bytes"]).Output;
        Assert.That(output, Does.Match(@"string \(Game\.Chat\.sender\):\n  \+0x\w\w \| 63 00 00 00 +\| uint32_t +\| 0x00000063 \(99\) +\| length of string; is wrong, \d+ bytes follow\n  \+0x\w\w \| 41 64 61 00 .*\| after the length, which is wrong\n"));
    }

    [Test]
    public void Decoded_packets_can_be_encoded_and_decoded_to_the_same_JSON()
    {
        string json = CodecTool.Run(["decode", Files.Capture(CaptureEncapsulation.User0), .. ToolFiles.Schema]).Output;
        Assert.That(Lines(json), Has.Length.EqualTo(ToolFiles.Golden.Count));
        Assert.That(Lines(json)[4], Does.Contain("\"time\":\"2026-11-22T12:00:00.0040000Z\",\"direction\":\"out\",\"connection\":0,\"id\":4,\"type\":\"Game.Chat\",\"size\":72,"
            + "\"payload\":{\"channel\":\"Guild\",\"sender\":\"Ada\",\"text\":\"O\\u00F9 es-tu"));
        File.WriteAllText(Files.PathOf("game.jsonl"), json);

        // The layout of the generated writer differs from flatc's, so the sizes can differ after the first encoding.
        string again = Again("game.jsonl", "again.pcapng");
        File.WriteAllText(Files.PathOf("again.jsonl"), again);
        Assert.That(Again("again.jsonl", "third.pcapng"), Is.EqualTo(again));
        Assert.That(File.ReadAllBytes(Files.PathOf("third.pcapng")), Is.EqualTo(File.ReadAllBytes(Files.PathOf("again.pcapng"))));
        Assert.That(Lines(again).Select(Payload), Is.EqualTo(Lines(json).Select(Payload)));

        (int exit, string packets, string error) = CodecTool.Run(["encode", Files.PathOf("game.jsonl"), .. ToolFiles.Schema, "-o", Files.PathOf("again.bin")]);
        Assert.That((exit, packets, error), Is.EqualTo((0, "", "")));
        Assert.That(Lines(CodecTool.Run(["decode", Files.PathOf("again.bin"), .. ToolFiles.Schema]).Output).Select(Payload), Is.EqualTo(Lines(json).Select(Payload)));

        string Again(string from, string to)
        {
            Assert.That(CodecTool.Run(["encode", Files.PathOf(from), .. ToolFiles.Schema, "-o", Files.PathOf(to)]), Is.EqualTo((0, "", "")));
            return CodecTool.Run(["decode", Files.PathOf(to), .. ToolFiles.Schema]).Output;
        }
    }

    [Test]
    public void A_payload_without_a_header_can_be_decoded_and_encoded()
    {
        string payload = Files.Put("chat.payload", GoldenFiles.ReadBytes("chat.bin")[4..]);
        string json = CodecTool.Run(["decode", payload, .. ToolFiles.Schema, "--type", "Game.Chat"]).Successful();
        Assert.That(json, Does.StartWith("{\"channel\":\"Guild\",\"sender\":\"Ada\",").And.EndWith("}\n"));
        Assert.That(CodecTool.Run(["inspect", payload, .. ToolFiles.Schema, "--type", "Game.Chat", "--json"]), Is.EqualTo((0, json, "")));
        CodecTool.Run(Encoding.UTF8.GetBytes(json), ["encode", "-", .. ToolFiles.Schema, "--type", "Chat", "-o", Files.PathOf("again.payload")]).Successful();
        Assert.That(CodecTool.Run(["decode", Files.PathOf("again.payload"), .. ToolFiles.Schema, "--type", "Chat"]).Output, Is.EqualTo(json));
    }

    [Test]
    public void The_JSON_of_a_payload_may_be_larger_than_the_largest_payload()
    {
        string schema = Files.Put("own.fbs", [.. "table A { x:int; }"u8]);
        string json = Files.Put("large.json", Encoding.UTF8.GetBytes("{\"x\":7" + new string(' ', 17 * 1024 * 1024) + "}"));
        string payload = Files.PathOf("a.payload");
        Assert.That(CodecTool.RunHere("encode", json, "--schema", schema, "--type", "A", "-o", payload), Is.EqualTo((0, "", "")));
        Assert.That(CodecTool.RunHere("decode", payload, "--schema", schema, "--type", "A").Output, Is.EqualTo("{\"x\":7}\n"));
    }

    [TestCase("encode JSON --schema SCHEMA --output FILE", "game.pcap")]
    [TestCase("tap 127.0.0.1:0 127.0.0.1:9 --duration 1ms --output FILE", "game.pcapng.GZ")]
    public void The_names_of_captures_that_the_tool_does_not_write_are_rejected(string command, string name)
    {
        string json = Files.Put("some.jsonl", [.. "{\"type\":\"Chat\",\"payload\":{}}\n"u8]);
        string path = Files.PathOf(name);
        string[] arguments = [.. command.Split(' ').Select(word => word switch { "JSON" => json, "SCHEMA" => ToolFiles.Schema[1], "FILE" => path, _ => word })];
        string option = arguments[^2];
        (int exit, string output, string error) = CodecTool.RunHere(arguments);
        Assert.That((exit, output), Is.EqualTo((2, "")));
        Assert.That(error, Does.Contain($"{option}: '{path}' has the name of a pcap or gzip file, which the tool does not write; expected a name that ends in .pcapng for a capture."));
        Assert.That(File.Exists(path), Is.False);
    }

    [Test]
    public void An_invalid_payload_is_reported_with_the_name_of_its_file()
    {
        string json = Files.Put("chat.json", [.. "{\"sender\":5}"u8]);
        Assert.That(
            CodecTool.RunHere(["encode", json, .. ToolFiles.Schema, "--type", "Game.Chat"]),
            Is.EqualTo((1, "", $"codec: error: {json}: Expected a string instead of '5'. Path: $.sender | LineNumber: 0 | BytePositionInLine: 10.\n")));
    }

    [Test]
    public void A_byte_order_mark_before_the_JSON_is_skipped()
    {
        byte[] packet = Encode("mark.jsonl", "{\"type\":\"Chat\",\"payload\":{\"text\":\"hi\"}}\n");
        byte[] payload = Encode("mark.json", "{\"text\":\"hi\"}", "--type", "Chat");
        Assert.That(packet.AsSpan(PacketHeader.ByteCount).SequenceEqual(payload), Is.True);

        byte[] Encode(string name, string json, params string[] options)
        {
            string output = Files.PathOf(name + ".out");
            Assert.That(CodecTool.RunHere(["encode", Files.Put(name, Encoding.UTF8.GetBytes("\ufeff" + json)), .. ToolFiles.Schema, "-o", output, .. options]), Is.EqualTo((0, "", "")));
            return File.ReadAllBytes(output);
        }
    }

    [Test]
    public void Invalid_lines_are_reported_by_number_and_the_others_are_encoded()
    {
        string text = """
            {"type":"Chat","payload":{"text":"hi"}}
            {"type":"Chat","payload":{"tex":"hi"}}
            {"id":4,"payload":{"channel":"Nowhere"}}
            {"id":4,"payload":{"channel":null}}
            {"id":77,"payload":{}}
            {"id":77,"bytes":"AQID"}
            nonsense
            []
            {"payload":{}}
            {"id":99999,"bytes":""}
            {"id":4,"type":"Game.Move","payload":{}}
            {"id":4,"bytes":"","conection":1}
            {"id":4,"bytes":"","payload":{}}
            {"id":4,"id":4,"bytes":""}
            {"id":77,"type":"Game.Item","payload":{}}

            """;
        (int exit, string output, string error) = CodecTool.RunHere(["encode", Files.Put("bad.jsonl", Encoding.UTF8.GetBytes(text)), .. ToolFiles.Schema, "-o", Files.PathOf("out.bin")]);
        Assert.That((exit, output), Is.EqualTo((1, "")));
        Assert.That(Lines(error).Select(line => line.Split(':')[1].Trim()), Is.EqualTo((string[])["line 2", "line 3", "line 4", "line 5", "line 7", "line 8", "line 9", "line 10", "line 11", "line 12", "line 13", "line 14"]));
        Assert.That(error, Does.Contain("The type Game.Chat has no field 'tex'; did you mean text? Path: $.")
            .And.Contain("Expected a name (Say, Party, Guild, Whisper) or an integer from 0 to 255 instead of 'Nowhere'. Path: $.channel.")
            .And.Contain("Expected a name (Say, Party, Guild, Whisper) or an integer from 0 to 255 instead of 'null'. Path: $.channel.")
            .And.Contain("line 11: The id 4 is that of Game.Chat, and the type is Game.Move; expected one packet.")
            .And.Contain("line 12: A packet has no field 'conection'; expected time, offset, direction, connection, id, type, size, packedSize, number, baseline, payload, error, message or bytes.")
            .And.Contain("line 13: The packet has both payload and bytes; expected one of them.")
            .And.Contain("line 14: The field id is given twice."));
        Assert.That(Lines(CodecTool.RunHere("inspect", Files.PathOf("out.bin")).Output), Has.Length.EqualTo(4));
    }

    [Test]
    public void Unknown_fields_of_a_record_can_be_skipped()
    {
        string json = Files.Put("more.jsonl", [.. "{\"id\":4,\"payload\":{\"more\":1},\"more\":1}\n"u8]);
        string packets = Files.PathOf("out.bin");
        Assert.That(CodecTool.RunHere(["encode", json, .. ToolFiles.Schema, "--skip-unknown", "-o", packets]), Is.EqualTo((0, "", "")));
        Assert.That(CodecTool.RunHere(["inspect", packets, .. ToolFiles.Schema]).Exit, Is.Zero);
    }

    [Test]
    public void Decoded_packets_with_an_error_can_be_encoded([Values] bool isCapture)
    {
        byte[] invalid = [2, 0, 4, 0, 1, 2, 0, 0, 0x77, 0x77];
        string packets = isCapture ? CapturePath : Files.PathOf("bad.bin");
        string json = Files.Put("first.jsonl", [.. "{\"id\":4,\"bytes\":\"AQI=\",\"direction\":\"in\"}\n{\"id\":30583,\"bytes\":\"\"}\n"u8]);
        Assert.That(CodecTool.RunHere(["encode", json, .. ToolFiles.Schema, "-o", packets]), Is.EqualTo((0, "", "")));
        (int exit, string decoded, _) = CodecTool.RunHere(["decode", packets, .. ToolFiles.Schema]);
        Assert.That(exit, Is.EqualTo(1));
        Assert.That(decoded, Does.Contain("\"message\":"));
        string again = Files.PathOf(isCapture ? "again.pcapng" : "again.bin");
        Assert.That(CodecTool.RunHere(["encode", Files.Put("again.jsonl", Encoding.UTF8.GetBytes(decoded)), .. ToolFiles.Schema, "-o", again]), Is.EqualTo((0, "", "")));
        Assert.That(File.ReadAllBytes(again), Is.EqualTo(isCapture ? File.ReadAllBytes(packets) : invalid));
    }

    [Test]
    public void Invalid_properties_of_a_record_are_reported()
    {
        string text = """
            {"id":4,"payload":{},"time":"garbage"}
            {"id":4,"payload":{},"time":5}
            {"id":4,"payload":{},"direction":"sideways"}
            {"id":4,"payload":{},"connection":-1}
            {"id":4,"payload":{},"connection":"1"}
            {"id":70000,"payload":{}}
            {"id":4,"payload":{},"time":"12:30"}
            {"type":"Chat","id":"5","payload":{}}
            {"type":"Chat","id":-1,"payload":{}}
            {"type":"Chat","id":4.5,"payload":{}}
            {"type":"Chat","id":99999999999,"payload":{}}
            {"type":7,"id":4,"payload":{}}
            {"id":4,"bytes":"%%%"}
            {"id":4,"bytes":[1,2]}
            {"id":4,"payload":{},"time":"2026-11-22T12:00:00","direction":"in","connection":7}

            """;
        string capture = Files.PathOf("records.PCAPNG");
        (int exit, _, string error) = CodecTool.RunHere(["encode", Files.Put("records.jsonl", Encoding.UTF8.GetBytes(text)), .. ToolFiles.Schema, "-o", capture, "--as-tcp"]);
        Assert.That((exit, error), Is.EqualTo((1, """
            codec: line 1: The field time is "garbage"; expected a date and time such as "2026-11-22T20:00:00Z".
            codec: line 2: The field time is 5; expected a date and time such as "2026-11-22T20:00:00Z".
            codec: line 3: The field direction is "sideways"; expected "in" or "out".
            codec: line 4: The field connection is -1; expected a number from 0 to 4294967295.
            codec: line 5: The field connection is "1"; expected a number from 0 to 4294967295.
            codec: line 6: The schema has no packet with the id 70000.
            codec: line 7: The field time is "12:30"; expected a date and time such as "2026-11-22T20:00:00Z".
            codec: line 8: The field id is "5"; expected a number from 0 to 4294967295.
            codec: line 9: The field id is -1; expected a number from 0 to 4294967295.
            codec: line 10: The field id is 4.5; expected a number from 0 to 4294967295.
            codec: line 11: The field id is 99999999999; expected a number from 0 to 4294967295.
            codec: line 12: The field type is 7; expected the name of a table or struct.
            codec: line 13: The field bytes is "%%%"; expected a text in base64.
            codec: line 14: The field bytes is [1,2]; expected a text in base64.

            """)));
        Assert.That(CodecTool.RunHere(["decode", capture, .. ToolFiles.Schema]).Output, Does.StartWith("{\"time\":\"2026-11-22T12:00:00.0000000Z\",\"direction\":\"in\""));
        Assert.That(CodecTool.RunHere(["encode", Files.PathOf("records.jsonl"), .. ToolFiles.Schema, "--as-tcp"]).Error, Does.Contain("--as-tcp is for captures"));
    }

    [Test]
    public void Stats_counts_packets_in_a_table()
    {
        string capture = Files.Capture(CaptureEncapsulation.Tcp);
        string output = CodecTool.Run(["stats", capture, .. ToolFiles.Schema]).Successful();
        Assert.That(output, Does.StartWith("8 packets, ").And.Contain("packets/s").And.Contain("longest gaps").And.Contain("bursts").And.Contain("largest payloads"));
        Assert.That(output, Does.Match(@"(?m)^    4 Chat +> +1 +72 B "));
        AssertFits(output);

        output = CodecTool.Run(["stats", capture, .. ToolFiles.Schema, "--fields"]).Successful();
        Assert.That(output, Does.Match(@"(?m)^Inventory: bytes of each field +tables +bytes +share$").And.Match(@"(?m)^  items\[\]\.name +\d+ +[\d.]+ \w+ +[\d.]+%$"));
        AssertFits(output);

        using JsonDocument json = JsonDocument.Parse(CodecTool.Run(["stats", capture, .. ToolFiles.Schema, "--json"]).Successful());
        Assert.That(json.RootElement.GetProperty("packets").GetInt64(), Is.EqualTo(ToolFiles.Golden.Count));
        Assert.That(json.RootElement.GetProperty("bytes").GetInt64(), Is.EqualTo(ToolFiles.Golden.Sum(packet => packet.Length - PacketHeader.ByteCount)));
        Assert.That(json.RootElement.GetProperty("ids").EnumerateArray().Sum(id => id.GetProperty("packets").GetInt64()), Is.EqualTo(ToolFiles.Golden.Count));
        Assert.That(json.RootElement.GetProperty("gaps")[0].GetProperty("length").GetInt64(), Is.EqualTo(1_000_000));
        Assert.That(json.RootElement.GetProperty("duration").GetInt64(), Is.EqualTo(1_000_000L * (ToolFiles.Golden.Count - 1)));
    }

    private static readonly (ushort Port, double Seconds, byte[] Bytes)[] TwoConnections =
    [
        (20_000, 0, [0, 0, 9, 0]), (20_001, 1, [0, 0, 9, 0]), (20_001, 1.5, [.. "GET / HTTP/1.1"u8]), (20_000, 5, [0, 0, 9, 0]),
    ];

    [TestCase("", 1, "  0.000000 >0 9|  1.000000 >1 9|  1.500000 >1 !|  5.000000 >0 9")]
    [TestCase("--after 2", 0, "  5.000000 >0 9")]
    [TestCase("--before 1.2", 0, "  0.000000 >0 9|  1.000000 >1 9")]
    [TestCase("--after 1.5 --before 2", 1, "  1.500000 >1 !")]
    [TestCase("--direction in", 0, "")]
    [TestCase("--errors", 1, "  1.500000 >1 !")]
    [TestCase("--errors --connection 0", 0, "")]
    [TestCase("--connection 0", 0, "  0.000000 >0 9|  5.000000 >0 9")]
    [TestCase("--connection 1 --errors", 1, "  1.500000 >1 !")]
    public void A_framing_error_is_shown_at_its_time_with_its_connection_and_direction(string filter, int exitCode, string expected)
    {
        string file = Files.Put("two.pcapng", Frames(TwoConnections));
        string[] arguments = [file, "--packet-format", "max=1000", .. filter.Split(' ', StringSplitOptions.RemoveEmptyEntries)];
        (int exit, string output, string error) = CodecTool.Run(["inspect", .. arguments]);
        Assert.That((exit, error), Is.EqualTo((exitCode, expected.Length == 0 ? $"No match in 3 packets.{Environment.NewLine}" : "")), output);
        string[] lines = [.. Lines(output).Where(line => line.Length > 13 && line[2] != ' ' && line[2] != 't').Select(line => string.Join(' ', line[..13], line[13..].TrimStart()[0]))];
        Assert.That(lines, Is.EqualTo(expected.Split('|', StringSplitOptions.RemoveEmptyEntries)), output);
        AssertFits(output);
    }

    [Test]
    public void A_framing_error_says_one_thing_in_each_output()
    {
        string file = Files.Put("two.pcapng", Frames(TwoConnections));
        string text = string.Join(' ', CodecTool.Run("inspect", file, "--packet-format", "max=1000").Output.Split(' ', StringSplitOptions.RemoveEmptyEntries)).Replace("\n ", " ", StringComparison.Ordinal);
        Assert.That(text, Does.Match(@"1\.500000 >1 ! PayloadTooLarge in the record at byte \d+: the bytes are not a packet, and the rest is not read\. The bytes look like HTTP\. "));

        JsonElement json = JsonDocument.Parse(Lines(CodecTool.Run("inspect", file, "--packet-format", "max=1000", "--json").Output)[2]).RootElement;
        Assert.That(json.GetProperty("error").GetString(), Is.EqualTo("PayloadTooLarge"));
        Assert.That((json.GetProperty("time").GetString(), json.GetProperty("direction").GetString(), json.GetProperty("connection").GetInt32()),
            Is.EqualTo(("1970-01-01T00:00:01.5000000Z", "out", 1)));

        Assert.That(CodecTool.Run("stats", file, "--packet-format", "max=1000").Output, Does.Contain("\n  1.500000 >1  PayloadTooLarge in the record at byte "));
        json = JsonDocument.Parse(CodecTool.Run("stats", file, "--packet-format", "max=1000", "--json").Output).RootElement.GetProperty("faults")[0];
        Assert.That((json.GetProperty("time").GetInt64(), json.GetProperty("direction").GetString(), json.GetProperty("connection").GetInt32()), Is.EqualTo((1_500_000_000L, "out", 1)));
    }

    [Test]
    public void Segments_that_a_snap_length_has_cut_are_reported()
    {
        byte[] frame = TcpFrame.Ipv4(20_000, 7777, 1, 0x10, [200, 0, 1, 0, .. new byte[200]]);
        string file = Files.Put("cut.pcapng", new CaptureBytes().Section().Interface(101).CutPacket(frame, 100).CutPacket(frame, 100, 1000).ToArray());
        (int exit, string output, string error) = CodecTool.RunHere(["inspect", file, .. ToolFiles.Schema]);
        Assert.That((exit, error), Is.EqualTo((1, "")));
        Assert.That(output, Does.StartWith("      time dir").And.Contain("\n  0.000000 >0 ! PayloadTruncated in the record at byte 48: a snap length has cut"));
    }

    [Test]
    public void A_snap_length_that_cuts_the_headers_is_named()
    {
        byte[] frame = TcpFrame.Ipv4(20_000, 7777, 1, 0x10, [0, 0, 1, 0]);
        string file = Files.Put("cut.pcapng", new CaptureBytes().Section().Interface(101).CutPacket(frame, 30).ToArray());
        (int exit, string output, _) = CodecTool.Run("inspect", file);
        Assert.That((exit, string.Join(' ', output.Split((char[])[' ', '\n'], StringSplitOptions.RemoveEmptyEntries))),
            Is.EqualTo((1, "time dir id name size fields ! A snap length has cut the headers of 1 of 1 records; capture with a longer one.")));
    }

    [TestCase(127, "127 (IEEE 802.11)")]
    [TestCase(148, "148 (USER1)")]
    [TestCase(9999, "9999")]
    public void A_link_type_that_is_not_read_is_named(int linkType, string name)
    {
        string file = Files.Put("radio.pcapng", new CaptureBytes().Section().Interface((ushort)linkType).Packet(new byte[60]).ToArray());
        (int exit, string output, _) = CodecTool.Run("inspect", file, "--json");
        Assert.That(exit, Is.EqualTo(1));
        Assert.That(JsonDocument.Parse(output).RootElement.GetProperty("message").GetString(),
            Is.EqualTo($"The capture has the link type {name}, which is not read; expected Ethernet, IP, Linux cooked, loopback or USER0."));
        Assert.That(CodecTool.Run("replay", file, "127.0.0.1:9").Output, Does.Contain($"link type {linkType}"));
    }

    [TestCase(new byte[] { 0x28, 0xB5, 0x2F, 0xFD }, "is compressed by Zstandard; decompress it first: zstd -d.")]
    [TestCase(new byte[] { 0x34, 0xCD, 0xB2, 0xA1 }, "is a modified pcap (magic a1b2cd34), which is not read; convert it first, for example with editcap -F pcapng.")]
    [TestCase(new byte[] { 0xA1, 0xB2, 0xCD, 0x34 }, "is a modified pcap (magic a1b2cd34), which is not read; convert it first, for example with editcap -F pcapng.")]
    public void A_format_that_is_not_read_is_named(byte[] start, string expected)
    {
        string file = Files.Put("capture", [.. start, .. new byte[100]]);
        foreach (string[] command in (string[][])[["inspect", file], ["stats", file], ["decode", file, .. ToolFiles.Schema], ["replay", file, "127.0.0.1:9"]])
        {
            Assert.That(CodecTool.Run(command), Is.EqualTo((2, "", $"codec: error: {file} {expected}\n")), command[0]);
        }

        Assert.That(CodecTool.Run(File.ReadAllBytes(file), "inspect", "-"), Is.EqualTo((2, "", $"codec: error: The standard input {expected}\n")), "a pipe");
        Assert.That(CodecTool.Run("inspect", file, "--raw", "--packet-format", "max=1000").Exit, Is.EqualTo(1), "the bytes are read as packets");
    }

    [TestCase("A text.\n")]
    public void A_text_is_no_packet_file(string text)
    {
        string file = Files.Put("some.json", Encoding.UTF8.GetBytes(text));
        (int, string, string) expected = (2, "", $"codec: error: {file} is a text, and not packets; to read it as packets, give --raw.\n");
        Assert.That(CodecTool.Run("inspect", file), Is.EqualTo(expected));
        Assert.That(CodecTool.Run(["decode", file, .. ToolFiles.Schema]), Is.EqualTo(expected));
        Assert.That(CodecTool.Run("inspect", file, "--raw").Exit, Is.EqualTo(1));
    }

    [Test]
    public void Mutated_captures_payloads_schemas_and_JSON_end_with_an_exit_code([Values(1, null)] int? fixedSeed)
    {
        Random random = new(RandomCases.Seed(fixedSeed));
        byte[][] captures = [File.ReadAllBytes(Files.Capture(CaptureEncapsulation.User0)), File.ReadAllBytes(Files.Capture(CaptureEncapsulation.Tcp)), File.ReadAllBytes(Files.Packets())];
        string[][] commands =
        [
            ["inspect"], ["inspect", "--json"], ["inspect", "--bytes"], ["inspect", "--where", "items.name ~ \"1\" || Chat.sender != \"x\" || entities.position.x > 1"], ["decode"], ["stats", "--fields"], ["stats", "--json", "--fields"],
        ];
        for (int i = 0; i < RandomCases.Count(150); i++)
        {
            string file = Files.Put("mutant", Mutant(captures[i % captures.Length], random));
            Check([commands[i % commands.Length][0], file, .. commands[i % commands.Length][1..], .. ToolFiles.Schema]);
        }

        byte[] payload = GoldenFiles.ReadBytes("inventory.bin")[4..];
        byte[] schema = File.ReadAllBytes(Repository.PathOf("schemas", "game.fbs"));
        for (int i = 0; i < RandomCases.Count(100); i++)
        {
            string file = Files.Put("mutant", Mutant(payload, random));
            Check(["inspect", file, .. ToolFiles.Schema, "--type", "Inventory", i % 2 == 0 ? "--bytes" : "--json"]);
            Check(["inspect", Files.Packets(), "--schema", Files.Put("mutant.fbs", Mutant(schema, random))]);
        }

        byte[] json = Encoding.UTF8.GetBytes(CodecTool.RunHere(["decode", Files.Packets(), .. ToolFiles.Schema, "--id", "4", "--id", "5"]).Output);
        for (int i = 0; i < RandomCases.Count(100); i++)
        {
            Check(["encode", Files.Put("mutant.jsonl", Mutant(json, random)), .. ToolFiles.Schema, "-o", Files.PathOf("out.bin")]);
        }
    }

    private static void Check(string[] arguments)
    {
        (int exit, string output, string error) = CodecTool.RunHere(arguments);
        Assert.That(exit, Is.InRange(0, 2), string.Join(' ', arguments));
        Assert.That((output + error).Where(c => char.IsControl(c) && c != '\n'), Is.Empty);
    }

    private static byte[] Mutant(byte[] original, Random random)
    {
        byte[] mutant = random.Next(6) == 0 ? original[..random.Next(original.Length)] : [.. original];
        for (int changes = random.Next(1, 12); changes > 0 && mutant.Length > 0; changes--)
        {
            // Half of the changes are in the first 200 bytes, which contain the headers.
            int at = random.Next(2) == 0 ? random.Next(Math.Min(200, mutant.Length)) : random.Next(mutant.Length);
            mutant[at] = (byte)(random.Next(2) == 0 ? random.Next(256) : mutant[at] ^ (1 << random.Next(8)));
        }

        return mutant;
    }

    private static string Payload(string line)
    {
        using JsonDocument document = JsonDocument.Parse(line);
        return document.RootElement.GetProperty("payload").GetRawText();
    }

    private static void AssertFits(string output)
    {
        Assert.That(output.Contains('\u001b', StringComparison.Ordinal), Is.False, "a pipe gets no colours");
        Assert.That(Lines(output).Select(line => new StringInfo(line).LengthInTextElements), Is.All.LessThanOrEqualTo(Columns));
    }

    /// <summary>Creates a capture of segments to the server, one for each item, with its time in seconds.</summary>
    private static byte[] Frames(params IEnumerable<(ushort Port, double Seconds, byte[] Bytes)> items)
    {
        CaptureBytes capture = new CaptureBytes().Section().Interface(101);
        Dictionary<ushort, uint> sequences = [];
        foreach ((ushort port, double seconds, byte[] bytes) in items)
        {
            uint sequence = sequences.GetValueOrDefault(port, 1u);
            capture.Packet(TcpFrame.Ipv4(port, 7777, sequence, 0x18, bytes), (ulong)(seconds * 1e6));
            sequences[port] = sequence + (uint)bytes.Length;
        }

        return capture.ToArray();
    }

    private static string[] Lines(string output) => output.Split('\n', StringSplitOptions.RemoveEmptyEntries);
}
