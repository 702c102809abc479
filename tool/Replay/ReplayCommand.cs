namespace Codec.Cli.Replay;

/// <summary>The command <c>codec replay</c>.</summary>
internal static class ReplayCommand
{
    private const string Description = """
        Send one side of a capture to a server or a client, and compare the answers with the other side.

        Each connection of the capture becomes a connection to TARGET. Exits with 0, with 1 if an answer is different, a connection failed or the capture is damaged, and with 2 if it could not run.

        Example: codec replay game.pcapng 127.0.0.1:7777 --speed max --expect
        """;

    // Each copy has a reader of the capture and at least one socket.
    private const int MaxConnections = 10_000;

    public static Command Create(IAnsiConsole output, IAnsiConsole error)
    {
        Argument<string> capture = new("CAPTURE") { Description = "The capture (pcapng or pcap, also in gzip or zip); - reads the standard input." };
        Argument<EndPoint> target = OptionValues.EndPoint("TARGET", "The peer's address, such as 127.0.0.1:7777. With --side server, the address to listen on.", allowsPortZero: true);
        Option<string> side = new("--side") { Description = "The side to send: client (default), or server, to clients that connect to TARGET.", HelpName = "SIDE", DefaultValueFactory = _ => "client" };
        side.AcceptOnlyFromAmong("client", "server");
        Option<string> capturedBy = new("--captured-by") { Description = "Which side captured: client (default, also codec tap), or server.", HelpName = "SIDE", DefaultValueFactory = _ => "client" };
        capturedBy.AcceptOnlyFromAmong("client", "server");
        Option<double?> speed = OptionValues.Quantity<double>("--speed", "SPEED", "The speed relative to the recording: 2x, 0.5x, or max (no waits); 1x by default.", QuantityText.ParseSpeed);
        Option<int?> connections = OptionValues.Number("--connections", "N", "The number of copies to replay at once, each over its own connections; 1 by default.", 1, MaxConnections, aliases: "-n");
        Option<bool> expect = new("--expect") { Description = "Compare the answers with the capture's other side." };
        Option<string[]> ignored = new("--ignore-id") { Description = "An id whose packets are not compared, a number or a name; may be given several times.", HelpName = "ID" };
        Option<TimeSpan?> timeout = OptionValues.Duration("--timeout", "The time to wait for an answer, or for a peer that reads nothing; 5s by default.");
        Option<int?> port = OptionValues.Port(min: 1);
        Option<bool> json = new("--json") { Description = "Print the report as JSON." };
        SharedOptions shared = new();
        Command command = new("replay", Description)
        {
            capture, target, side, capturedBy, speed, connections, expect, ignored, timeout, port, json,
        };
        foreach (Option option in shared.Options)
        {
            command.Options.Add(option);
        }

        capture.Validators.Add(OptionValues.RejectNoFile);
        command.SetAction(result => ExitCode.Of(error, () =>
        {
            PayloadSchema? schema = shared.Schema(result, error);
            bool isJson = result.GetValue(json);
            ReplayOptions options = new()
            {
                Capture = result.GetValue(capture)!,
                Target = result.GetValue(target)!,
                IsServer = result.GetValue(side) == "server",
                IsCapturedByServer = result.GetValue(capturedBy) == "server",
                Speed = result.GetValue(speed) ?? 1,
                Connections = result.GetValue(connections) ?? 1,
                IsExpecting = result.GetValue(expect),
                IgnoredIds = (result.GetValue(ignored) ?? []).Select(id => SharedOptions.Id(id, schema, ignored)).ToHashSet(),
                Timeout = result.GetValue(timeout) ?? ReplayOptions.DefaultTimeout,
                Port = (ushort)(result.GetValue(port) ?? SharedOptions.DefaultPort),
                Format = shared.Format(result),
                Schema = schema,
            };
            using StopSignal stop = new();
            using ReplayRun replay = new(options);
            replay.PrepareAsync(stop.Token).GetAwaiter().GetResult();
            if (replay.EndPoint is { } endPoint)
            {
                (isJson ? error : output).Profile.Out.Writer.WriteLine($"listening: {endPoint}");
            }

            Run(replay, error, stop.Token);
            new ReplayPrinter(output).Print(replay.Report, replay.Elapsed, isJson);

            if (stop.Token.IsCancellationRequested)
            {
                throw new CommandFailedException("Interrupted. The replay is incomplete.");
            }

            return replay.Report.FailureCount + replay.Report.DifferenceCount > 0 ? ExitCode.Findings : ExitCode.Ok;
        }));
        return command;
    }

    // Shows the progress, also for a short capture, because a replay takes as long as the recording.
    private static void Run(ReplayRun replay, IAnsiConsole error, CancellationToken cancellationToken)
    {
        if (!Progress.IsPossible)
        {
            replay.RunAsync(cancellationToken).GetAwaiter().GetResult();
            return;
        }

        ReplayReport report = replay.Report;
        Progress.Show(error, () => $"{report.SentPackets} sent, {report.ReceivedPackets} received", replay.Length, () => replay.Position, () =>
        {
            replay.RunAsync(cancellationToken).GetAwaiter().GetResult();
            return true;
        });
    }
}
