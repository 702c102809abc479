using System;
using System.Collections.Generic;
using System.CommandLine;
using System.Linq;
using System.Net;
using Codec.Cli.Values;
using Spectre.Console;

namespace Codec.Cli.Replaying;

/// <summary>The command <c>codec replay</c>.</summary>
internal static class ReplayCommand
{
    private const string Description = """
        Send one side of a capture to a server or a client, and compare the answers with the other side.

        Each connection of the capture becomes a connection to TARGET. Exits with 0, with 1 if an answer is different, a connection failed or the capture is damaged, and with 2 if it could not run.

        Example: codec replay game.pcapng 127.0.0.1:7777 --speed max --expect
        """;

    // Each has a reader of the capture and at least one socket.
    private const int MaxConnections = 10_000;

    /// <summary>Makes the command.</summary>
    /// <param name="output">The standard output: the report.</param>
    /// <param name="error">The standard error: why the command could not run.</param>
    /// <returns>The command.</returns>
    public static Command Create(IAnsiConsole output, IAnsiConsole error)
    {
        Argument<string> capture = new("CAPTURE") { Description = "The capture (pcapng or pcap, also in gzip or zip)." };
        Argument<EndPoint> target = OptionValues.EndPoint("TARGET", "The peer's address, such as 127.0.0.1:7777. With --side server, the address to listen at.", allowsPortZero: true);
        Option<string> side = new("--side") { Description = "The side to send: client (default), or server, to clients that connect to TARGET.", HelpName = "SIDE", DefaultValueFactory = _ => "client" };
        side.AcceptOnlyFromAmong("client", "server");
        Option<string> capturedBy = new("--captured-by") { Description = "Which side captured: client (default, also codec tap), or server.", HelpName = "SIDE", DefaultValueFactory = _ => "client" };
        capturedBy.AcceptOnlyFromAmong("client", "server");
        Option<double?> speed = OptionValues.Speed("--speed", "How much faster than recorded: 2x, 0.5x, or max to wait for nothing; 1x by default.");
        Option<int> connections = new("--connections", "-n") { Description = "Replay the capture so many times at once, each over its own connections.", HelpName = "N", DefaultValueFactory = _ => 1 };
        Option<bool> expect = new("--expect") { Description = "Compare the answers with the capture's other side." };
        Option<uint[]> ignored = new("--ignore-id") { Description = "An id whose packets are not compared; may be given several times.", HelpName = "ID" };
        Option<TimeSpan?> timeout = OptionValues.OptionalDuration("--timeout", "How long to wait for an answer, or for a peer that takes nothing; 5s by default.");
        Option<int> port = new("--port") { Description = "The server's TCP port in a capture of frames.", HelpName = "PORT", DefaultValueFactory = _ => 7777 };
        Option<bool> json = new("--json") { Description = "Print the report as JSON." };
        SharedOptions shared = new();
        Command command = new("replay", Description)
        {
            capture, target, side, capturedBy, speed, connections, expect, ignored, timeout, port, json,
        };
        command.Options.Add(shared.Options.Single(option => option.Name == "--packet-format"));
        connections.Validators.Add(result => OptionValues.CheckRange(result, 1, MaxConnections));
        port.Validators.Add(result => OptionValues.CheckRange(result, 1, ushort.MaxValue));
        command.SetAction(result => ExitCode.Of(error, () =>
        {
            ReplayOptions options = new()
            {
                Capture = result.GetValue(capture)!,
                Target = result.GetValue(target)!,
                IsServer = result.GetValue(side) == "server",
                IsCapturedByServer = result.GetValue(capturedBy) == "server",
                Speed = result.GetValue(speed) ?? 1,
                Connections = result.GetValue(connections),
                IsExpecting = result.GetValue(expect),
                IgnoredIds = new HashSet<uint>(result.GetValue(ignored) ?? []),
                Timeout = result.GetValue(timeout) ?? ReplayOptions.DefaultTimeout,
                Port = (ushort)result.GetValue(port),
                Format = shared.Format(result),
                IsJson = result.GetValue(json),
            };
            using StopSignal stop = new();
            using Replay replay = new(options, endPoint => (options.IsJson ? error : output).Profile.Out.Writer.WriteLine($"listening: {endPoint}"));
            replay.RunAsync(stop.Token).GetAwaiter().GetResult();
            ReplayPrinter printer = new(output);
            if (options.IsJson)
            {
                printer.PrintJson(replay.Report, replay.Elapsed);
            }
            else
            {
                printer.Print(replay.Report, replay.Elapsed);
            }

            return replay.Report.FailureCount + replay.Report.DifferenceCount > 0 ? ExitCode.Findings : ExitCode.Ok;
        }));
        return command;
    }
}
