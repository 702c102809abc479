namespace Codec.Cli.Replay;

internal static class ReplayCommand
{
    private const string Description = "Send one side of a capture, and compare the answers. Example: codec replay game.pcapng 127.0.0.1:7777 --speed max --expect";

    // Each copy has a reader of the capture and at least one socket.
    private const int MaxConnections = 10_000;

    public static Command Create(IAnsiConsole output, IAnsiConsole error)
    {
        Argument<string> capture = new("CAPTURE") { Description = "The capture; - reads the standard input." };
        Argument<EndPoint> target = OptionValues.EndPoint("TARGET", "The server; with --side server, where to listen.", allowsPortZero: true);
        Option<string> side = OptionValues.Side("--side", "The side to send: client (default) or server.");
        Option<string> capturedBy = OptionValues.CapturedBy();
        Option<uint[]> connections = OptionValues.Connections();
        Option<bool> errors = new("--errors") { Description = "Only connections with an error in the capture." };
        Option<double?> speed = OptionValues.Quantity<double>("--speed", "SPEED", "2x, 0.5x, or max (no waits); 1x by default.", QuantityText.ParseSpeed);
        Option<int?> copies = OptionValues.Number("--copies", "N", "Replay this many copies at once; 1 by default.", 1, MaxConnections, aliases: "-n");
        Option<bool> expect = new("--expect") { Description = "Compare the answers with the capture's other side." };
        Option<string[]> ignored = new("--ignore-id") { Description = "An id or name not to compare; may be repeated.", HelpName = "ID" };
        Option<TimeSpan?> timeout = OptionValues.Duration("--timeout", "How long a peer may be silent; 5s by default.");
        Option<int?> port = OptionValues.Port(min: 1);
        Option<bool> json = new("--json") { Description = "Print the report as JSON." };
        SharedOptions shared = new();
        Command command = new("replay", Description)
        {
            capture, target, side, capturedBy, connections, errors, speed, copies, expect, ignored, timeout, port, json,
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
            bool? isCapturedByServer = OptionValues.IsServer(result, capturedBy);
            ReplayOptions options = new()
            {
                Capture = result.GetValue(capture)!,
                Target = result.GetValue(target)!,
                IsServer = OptionValues.IsServer(result, side) == true,
                IsCapturedByServer = isCapturedByServer,
                Filter = new PacketFilter { Connections = [.. result.GetValue(connections) ?? []], HasOnlyErrors = result.GetValue(errors) },
                Speed = result.GetValue(speed) ?? 1,
                Copies = result.GetValue(copies) ?? 1,
                IsExpecting = result.GetValue(expect),
                IgnoredIds = (result.GetValue(ignored) ?? []).Select(id => SharedOptions.Id(id, schema, ignored.Name)).ToHashSet(),
                Timeout = result.GetValue(timeout) ?? ReplayOptions.DefaultTimeout,
                Reading = new() { Format = shared.Format(result), Port = (ushort)(result.GetValue(port) ?? SharedOptions.DefaultPort), IsServer = isCapturedByServer == true },
                Schema = schema,
            };
            using StopSignal stop = new();
            using ReplayRun replay = new(options);
            replay.PrepareAsync(stop.Token).GetAwaiter().GetResult();
            if (replay.EndPoint is { } endPoint)
            {
                (isJson ? error : output).Profile.Out.Writer.WriteLine($"listening: {endPoint}");
            }

            if (!isJson)
            {
                string sender = options.IsServer ? "server" : "client";
                output.Profile.Out.Writer.Write(WrappedText.Of($"sending the {sender}'s packets of {options.Capture} to {result.GetResult(target)!.Tokens[0].Value}", "", NarrowTable.Columns));
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
