namespace Codec.Cli.Stats;

internal static class StatisticsCommand
{
    private const string Description = "Count packets, bytes, gaps, bursts and errors. Example: codec stats game.pcapng --schema game.fbs";

    public static Command Create(IAnsiConsole output, IAnsiConsole error)
    {
        ReadingOptions options = new();
        Option<bool> json = new("--json") { Description = "Print one JSON object." };
        Option<bool> fields = new("--fields") { Description = "Also say how many bytes each field takes, or bits if packed." };
        Command command = new("stats", Description);
        options.AddTo(command, canFollow: false);
        command.Options.Add(fields);
        command.Options.Add(json);
        command.SetAction(result => ExitCode.Of(error, () =>
        {
            PacketStatistics statistics = new(result.GetValue(fields));
            using SelectedPackets input = options.Open(result, options.Schema(result, error));
            input.Unpacker.Meter = result.GetValue(fields) ? statistics.BeginPacked : null;
            int exitCode = input.Read(error, statistics, null);
            statistics.Times.Finish();
            using Utf8Output target = Utf8Output.Of(output);
            if (result.GetValue(json))
            {
                target.WriteLine(StatisticsJson.Of(statistics));
            }
            else
            {
                new StatisticsText(target).Write(statistics);
            }

            return exitCode;
        }));
        return command;
    }
}
