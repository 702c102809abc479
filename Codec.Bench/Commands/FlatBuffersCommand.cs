using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using Codec.Bench.FlatBuffers.Comparison;
using Codec.Bench.Measuring;
using Spectre.Console;

namespace Codec.Bench.Commands;

/// <summary>
/// <c>-- flatbuffers</c>: measures the same cases in C++, with this repository's runtime and with the published package. Prints a table.
/// </summary>
internal static class FlatBuffersCommand
{
    private const string NotSettled = "not settled";

    internal static int Run()
    {
        ComparisonBuild build = new();
        build.Run();
        ComparisonMeasurer measurer = new(build);
        List<ComparisonRow> rows = [];
        foreach (ComparisonCase one in ComparisonCase.All)
        {
            Console.Out.WriteLine($"[{rows.Count + 1}/{ComparisonCase.All.Count}] {one.What}");
            rows.Add(measurer.Measure(one));
        }

        Print(rows);
        Console.Out.WriteLine("C++ is compiled with -O2. All sides run on one core. ± is half the distance between the quartiles.");
        return 0;
    }

    private static void Print(List<ComparisonRow> rows)
    {
        Table table = new Table().Border(TableBorder.Horizontal).AddColumn(new TableColumn(string.Empty).NoWrap());
        foreach (string heading in (string[])["C++ ns", "Codec ns", "package ns", "Codec/C++", "Codec B", "package/Codec", "package B"])
        {
            table.AddColumn(new TableColumn(heading).RightAligned().NoWrap());
        }

        foreach (ComparisonRow row in rows)
        {
            string[] cells =
            [
                row.What,
                Text($"{row.CppNanoseconds:0.0}"),
                Text($"{row.OursNanoseconds:0.0}"),
                Text($"{row.PackageNanoseconds:0.0}"),
                row.CppSettling == Settling.Settled ? Text($"{row.RatioToCpp:0.00}x ±{row.RatioToCppNoise:0.00}") : NotSettled,
                Text($"{row.OursBytesAllocated:0.#}"),
                row.PackageSettling == Settling.Settled ? Text($"{row.SpeedupOverPackage:0.0}x ±{row.SpeedupOverPackageNoise:0.0}") : NotSettled,
                Text($"{row.PackageBytesAllocated:0.#}"),
            ];
            table.AddRow(cells.Select(cell => new Text(cell)));
        }

        AnsiConsole.Write(table);
    }

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
