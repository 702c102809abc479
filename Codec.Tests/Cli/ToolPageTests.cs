namespace Codec.Tests.Cli;

/// <summary>Tests that the commands of docs/tool.md print the output that the page shows, on a terminal with 80 columns and 24 rows.</summary>
internal sealed class ToolPageTests : ToolFixture
{
    // If set, the test writes the output of the commands to the page, and fails so that the change is reviewed.
    private const string UpdateVariable = "CODEC_UPDATE_PAGES";

    private const string Page = "docs/tool.md";
    private const int Columns = 80;
    private const int Rows = 24;
    private const ushort ServerPort = 7777;
    private const ushort TapPort = 7778;

    [Test]
    public void The_tool_page_shows_the_real_output_of_the_commands()
    {
        ExternalProgram.Require("tshark", "script");
        File.Copy(Repository.PathOf("docs", "tool", "case.jsonl"), Files.PathOf("case.jsonl"));
        File.Copy(Repository.PathOf("schemas", "game.fbs"), Files.PathOf("game.fbs"));
        File.WriteAllText(Files.PathOf("hello.fbs"), Regex.Match(Repository.Read("docs/getting-started.md"), "```fbs\n(.*?)```", RegexOptions.Singleline).Groups[1].Value);
        WriteCaptures();
        Run("codec encode case.jsonl --schema game.fbs --as-tcp -o case.pcapng");

        string page = Repository.Read(Page);
        List<string> commands = [];
        string printed = Regex.Replace(page, "```sh\n(?<command>[^\n]+)\n```\n```text\n(?<output>.*?)```\n", match =>
        {
            string command = match.Groups["command"].Value;
            commands.Add(command);
            string output = command.StartsWith("codec tap", StringComparison.Ordinal) ? RunTap(command) : Run(command);

            // Times and the client's port differ each time.
            string shown = match.Groups["output"].Value;
            return $"```sh\n{command}\n```\n```text\n{(WithoutTimes(output) == WithoutTimes(shown) ? shown : output)}```\n";
        }, RegexOptions.Singleline | RegexOptions.ExplicitCapture);

        Assert.That(commands, Has.Count.EqualTo(7));
        if (Environment.GetEnvironmentVariable(UpdateVariable) is not null && printed != page)
        {
            File.WriteAllText(Repository.PathOf(Page), printed);
        }

        Assert.That(page, Is.EqualTo(printed), $"Run the test with {UpdateVariable}=1 to write what the commands print into {Page}.");
        Assert.That(printed.Split('\n').Where(line => line.Contains('\e')), Is.Empty, "no escape codes without colors");
    }

    private static string WithoutTimes(string output) => Regex.Replace(output, @"(?<=^ +)\d+\.\d{6}(?= [-<>])|(?<=connected: 127\.0\.0\.1:)\d+|(?<= in )\d+\.\d s", "#", RegexOptions.Multiline);

    private void WriteCaptures()
    {
        using (CaptureWriter writer = CaptureWriter.Create(Files.PathOf("many.pcapng")))
        {
            for (uint i = 0; i < 1000; i++)
            {
                writer.Append([0, 0, 1, 0, .. i == 700 ? "GET / HTTP/1.1\r\n\r\n"u8 : []], CaptureDirection.Outbound, i, ToolFiles.Noon.AddMilliseconds(i));
            }
        }

        using (CaptureWriter writer = CaptureWriter.Create(Files.PathOf("server.pcapng"), new CaptureWriterOptions { IsServer = true }))
        {
            byte[] reply = Encode("hello.fbs", "{\"type\":\"Hello.Reply\",\"payload\":{\"text\":\"Hello!\",\"visitors\":1}}");
            writer.Append(reply, CaptureDirection.Inbound, 12, ToolFiles.Noon);
        }
    }

    private byte[] Encode(string schema, string json)
    {
        File.WriteAllText(Files.PathOf("one.jsonl"), json);
        Run($"codec encode one.jsonl --schema {schema} -o one.packets");
        return File.ReadAllBytes(Files.PathOf("one.packets"));
    }

    // The server answers the first packet, and resets the connection after the second.
    private string RunTap(string command)
    {
        using TcpListener server = Listen();
        int port = ((IPEndPoint)server.LocalEndpoint).Port;
        int tap = TapCommandTests.FreePort();
        byte[] chat = Encode("game.fbs", "{\"type\":\"Game.Chat\",\"payload\":{\"sender\":\"Ann\",\"text\":\"hello\"}}");
        Task<string> output = Task.Run(() => Run(command.Replace($"{TapPort} {ServerPort}", $"{tap} {port}", StringComparison.Ordinal)));
        using TcpClient client = Connect(tap, output);
        client.GetStream().Write(chat);
        using (TcpClient accepted = server.AcceptTcpClient())
        {
            byte[] received = new byte[chat.Length];
            accepted.GetStream().ReadExactly(received);
            accepted.GetStream().Write(received);
            client.GetStream().ReadExactly(received);
            client.GetStream().Write("GET / HTTP/1.1\r\n\r\n"u8);
            accepted.GetStream().ReadExactly(received, 0, 18);
            accepted.Client.Close(timeout: 0);
        }

        return output.GetAwaiter().GetResult().Replace($":{tap},", $":{TapPort},", StringComparison.Ordinal).Replace($":{port}\n", $":{ServerPort}\n", StringComparison.Ordinal);
    }

    private static TcpClient Connect(int port, Task<string> tap)
    {
        while (true)
        {
            try
            {
                return new TcpClient("127.0.0.1", port);
            }
            catch (SocketException) when (!tap.IsCompleted)
            {
                Thread.Sleep(10);
            }
        }
    }

    // The commands call the built tool by the name on the page. Exit code 1 is accepted, because it reports invalid packets.
    private string Run(string command)
    {
        string script = $"stty cols {Columns} rows {Rows}; codec() {{ dotnet '{CodecTool.Path}' \"$@\"; }}; cd '{Files.PathOf("")}'; {command} 2>errors";
        (int exit, string output) = ExternalProgram.Run("script", "-qec", $"export TERM=dumb NO_COLOR=1; {script}", "/dev/null");
        string errors = File.ReadAllText(Files.PathOf("errors"), Encoding.UTF8);
        Assert.That(exit, Is.AnyOf(0, 1), $"{command}\n{output}{errors}");
        string[] lines = output.Replace("\r", "", StringComparison.Ordinal).Split('\n');
        Assert.That(lines, Has.Length.LessThanOrEqualTo(Rows), command);
        Assert.That(lines.Where(line => !command.Contains('|', StringComparison.Ordinal)).Select(line => new StringInfo(line).LengthInTextElements), Is.All.LessThanOrEqualTo(Columns), command);
        return string.Join('\n', lines);
    }
}
