using System;
using System.Collections.Generic;
using System.CommandLine;
using System.IO;
using System.Linq;
using Spectre.Console;

namespace Codec.Cli.Doctor;

/// <summary>The command <c>codec doctor</c>.</summary>
public static class DoctorCommand
{
    /// <summary>Creates the command.</summary>
    /// <param name="output">The standard output, for the report.</param>
    /// <param name="error">The standard error, for the reason if the command cannot run.</param>
    /// <returns>The command.</returns>
    public static Command Create(IAnsiConsole output, IAnsiConsole error)
    {
        Option<bool> json = new("--json") { Description = "Print the report as JSON." };
        Command command = new(
            "doctor",
            "Report which parts of the toolchain are present, and how to install the others.\n\n"
            + "Exits with 0 if all are present, 1 if one is missing or is not suitable, 2 if it could not run.\n\n"
            + "Example: codec doctor --json")
        {
            json,
        };
        command.SetAction(result => ExitCode.Of(error, () => Run(output, result.GetValue(json))));
        return command;
    }

    private static int Run(IAnsiConsole output, bool isJson)
    {
        string folder = Environment.CurrentDirectory;
        PartReport[] reports = [ProjectProbe.ProbeTool(), .. ToolchainPart.All.AsParallel().AsOrdered().Select(ProgramProbe.Probe), ProjectProbe.ProbeGenerator(folder), ProjectProbe.ProbeFeed(folder)];
        if (isJson)
        {
            output.Profile.Out.Writer.WriteLine(Json(reports));
        }
        else
        {
            Print(output, reports);
        }

        return reports.All(report => report.IsOk) ? ExitCode.Ok : ExitCode.Findings;
    }

    private static void Print(IAnsiConsole output, PartReport[] reports)
    {
        Table table = new Table().Border(TableBorder.None).AddColumns("part", "status", "version", "needed to");
        foreach (PartReport report in reports)
        {
            table.AddRow(new Text(report.Name), new Text(Word(report.Status), StyleOf(report)), new Text(report.Version), new Text(report.Purpose));
        }

        NarrowTable.Write(output, table);
        TextWriter writer = output.Profile.Out.Writer;
        foreach (PartReport report in reports.Where(report => !report.IsOk))
        {
            writer.WriteLine();
            writer.WriteLine($"{report.Name}: {report.Detail}.");
            writer.WriteLine($"  {report.Install}");
        }
    }

    private static Style StyleOf(PartReport report) => new(report.IsOk ? Color.Green : Color.Red);

    private static string Word(PartStatus status) => status switch
    {
        PartStatus.Found => "found",
        PartStatus.Unused => "unused",
        PartStatus.Missing => "missing",
        PartStatus.WrongVersion => "wrong version",
        _ => "broken",
    };

    private static string Json(IEnumerable<PartReport> reports) => JsonText.Object(
        json =>
        {
            json.WriteBoolean("complete", reports.All(report => report.IsOk));
            json.WriteStartArray("parts");
            foreach (PartReport report in reports)
            {
                json.WriteStartObject();
                json.WriteString("name", report.Name);
                json.WriteString("status", Word(report.Status));
                json.WriteString("version", report.Version);
                json.WriteString("purpose", report.Purpose);
                json.WriteString("path", report.Path);
                json.WriteString("detail", report.Detail);
                json.WriteString("install", report.Install);
                json.WriteEndObject();
            }

            json.WriteEndArray();
        },
        isIndented: true);
}
