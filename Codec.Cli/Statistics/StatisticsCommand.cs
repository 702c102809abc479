using System.CommandLine;
using System.IO;
using System.Text;
using Codec.Interpreter;
using Codec.Cli.Reading;
using Codec.Cli.Values;
using Spectre.Console;

namespace Codec.Cli.Statistics;

/// <summary>The command <c>codec stats</c>.</summary>
internal static class StatisticsCommand
{
    private const string Description = """
        Count the packets of a capture or a file: packets, bytes and rates by id and direction, sizes, gaps and bursts, the largest payloads, errors. Exits with 1 if a packet is invalid, and with 2 if it could not read.

        Example: codec stats game.pcapng --schema game.fbs --html game.html
        """;

    /// <summary>Creates the command.</summary>
    /// <param name="output">The standard output.</param>
    /// <param name="error">The standard error.</param>
    public static Command Create(IAnsiConsole output, IAnsiConsole error)
    {
        ReadingOptions options = new();
        Option<bool> json = new("--json") { Description = "Print one JSON object." };
        Option<string> html = new("--html") { Description = "Also write a page with plots, which needs no other file and no network.", HelpName = "FILE" };
        html.Validators.Add(OptionValues.RejectNoFile);
        Command command = new("stats", Description);
        options.AddTo(command, canFollow: false);
        command.Options.Add(json);
        command.Options.Add(html);
        command.SetAction(result => ExitCode.Of(error, () =>
        {
            PayloadSchema? schema = options.Schema(result, error);
            PacketStatistics statistics = new();
            using PacketInput input = options.Open(result, schema);
            string? path = result.GetValue(html);
            bool isNew = path is not null && !File.Exists(path);
            using FileStream? page = path is null ? null : OutputFile.Create(path, [options.FileName(result), .. schema?.Files ?? []], FileMode.OpenOrCreate);
            int exitCode;
            try
            {
                exitCode = input.Read(error, statistics, null);
            }
            catch when (isNew)
            {
                page!.Dispose();
                File.Delete(path!);
                throw;
            }

            statistics.Finish();

            // An older page is replaced only now, so that it is not lost if the input cannot be read. The text is written
            // later, because the command ends if it is no longer read. Devices have no length, and cannot be truncated.
            if (page is { CanSeek: true, Length: > 0 })
            {
                page.SetLength(0);
            }

            if (page is not null)
            {
                OutputFile.Write(page, Encoding.UTF8.GetBytes(StatisticsPage.Write(statistics, Path.GetFileName(options.FileName(result)))));
            }

            using Utf8Output target = Utf8Output.Of(output);
            if (result.GetValue(json))
            {
                StatisticsJson.Write(statistics, target);
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
