using System;
using System.Globalization;
using Codec.Bench;
using Codec.Bench.Commands;
using Codec.Bench.Measuring;
using Codec.Bench.Messages;
using Codec.Bench.Reports;
using Codec.Bench.Scale;
using Codec.Cli;
using Spectre.Console;

ClosedOutput.ReplaceIfClosed();

AnsiConsole.Console = BenchConsole.ForStandardOutput();

try
{
    switch (args)
    {
        case ["--help" or "-h" or "help"] or [not ['-', ..], "--help" or "-h"]:
            return Usage.Show();
        case []:
            return RankingCommand.Run(asJson: false);
        case ["--json"]:
            return RankingCommand.Run(asJson: true);
        case ["budgets", .. string[] rest]:
            return BudgetsCommand.Run(rest);
        case ["smoke"]:
            return SmokeCommand.Run();
        case ["runtimes"]:
            return RuntimesCommand.Run();
        case ["report", .. string[] rest]:
            return ReportCommand.Run(rest);
        case [RowSampler.Verb, string benchmarks, string parameters, string effort]:
            RowSampler.Print(benchmarks, parameters, effort);
            return 0;
        case ["messages-side"]:
            SideWorker.Run(new MessageSide().All);
            return 0;
        case [ChildProcess.Verb, string name]:
            ChildProcess.Run(name);
            return 0;
        case [ServerWorker.Verb, string kind, string packetSize, string countsRents]:
            ServerWorker.Run(Enum.Parse<ServerKind>(kind), int.Parse(packetSize, CultureInfo.InvariantCulture), bool.Parse(countsRents));
            return 0;
        case ["scale", .. string[] rest]:
            return ScaleCommand.Run(rest);
        case ["--json" or "smoke" or "runtimes", string unknown, ..]:
            throw new ArgumentException($"Unknown argument '{unknown}'; {args[0]} accepts none.");
        case [['-', ..], ..]:
            return BenchmarkDotNetCommand.Run(args);
        default:
            return Usage.Refuse(args[0]);
    }
}
catch (Exception failure) when (ExpectedFailure.Message(failure) is { } message)
{
    Console.Error.WriteLine(message);
    return 2;
}
