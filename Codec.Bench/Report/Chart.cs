using ScottPlot;
using ScottPlot.TickGenerators;

namespace Codec.Bench.Report;

/// <summary>Draws a group as a picture with one logarithmic axis of figures.</summary>
internal static class Chart
{
    private const int Width = 900;
    private const int Height = 420;
    private const float LegendFontSize = 11;
    private const double SpaceBetweenGroups = 1;
    private const double FewDecades = 3;

    /// <summary>Writes the picture of a group: bars for each column, or curves along the columns. A group without figures has none.</summary>
    internal static void Save(Group group, Results results, string file)
    {
        Answer?[] answers = [.. group.Questions.Select(results.Find)];
        Row[] rows = [.. answers.SelectMany(answer => answer?.Rows ?? []).Where(row => row.Figure > 0)];
        if (rows.Length == 0)
        {
            return;
        }

        using Plot plot = new();
        string[] names = [.. rows.Select(row => row.Name).Distinct()];
        double floor = Math.Floor(Math.Log10(rows.Min(row => row.Low > 0 ? row.Low : row.Figure)));
        double top = Math.Log10(rows.Max(row => Math.Max(row.High, row.Figure)));
        double[] positions = group.Along is null ? AddBars(plot, names, answers, floor) : AddCurves(plot, names, answers);
        plot.Axes.Bottom.TickGenerator = new NumericManual(positions, [.. group.Questions.Select(question => question.Title)]);
        double[] steps = top - floor > FewDecades ? [1] : [1, 2, 5];
        double[] ticks = [.. Enumerable.Range((int)floor, (int)(Math.Ceiling(top) - floor) + 1)
            .SelectMany(power => steps.Select(step => step * Math.Pow(10, power)))];
        plot.Axes.Left.TickGenerator = new NumericManual([.. ticks.Select(Math.Log10)],
            [.. ticks.Select(tick => Figures.Figure(tick, group.IsInBytes))]);
        plot.Axes.SetLimitsY(floor, top + ((top - floor) / 20));
        plot.Title(group.Title);
        plot.XLabel(group.Along ?? "");
        plot.YLabel(group.IsInBytes ? "bytes, logarithmic" : "time, logarithmic");
        plot.Legend.FontSize = LegendFontSize;
        plot.ShowLegend(Edge.Right);
        Directory.CreateDirectory(Path.GetDirectoryName(file)!);
        plot.SavePng(file, Width, Height);
    }

    // A bar has the logarithm of its figure. Returns the middles of the columns.
    private static double[] AddBars(Plot plot, string[] names, Answer?[] answers, double floor)
    {
        double width = names.Length + SpaceBetweenGroups;
        for (int i = 0; i < names.Length; i++)
        {
            List<Bar> bars = [];
            foreach ((int column, Row row) in Rows(answers, names[i]))
            {
                double value = Math.Log10(row.Figure);
                bars.Add(new Bar
                {
                    Position = (column * width) + i,
                    ValueBase = floor,
                    Value = value,
                    Error = Math.Max(0, Math.Log10(row.High / row.Figure)),
                    FillColor = plot.Add.Palette.GetColor(i),
                    LineWidth = 0
                });
            }

            plot.Add.Bars(bars).LegendText = names[i];
        }

        return [.. answers.Select((_, column) => (column * width) + ((names.Length - 1) / 2.0))];
    }

    // The columns have equal distances. Returns their positions.
    private static double[] AddCurves(Plot plot, string[] names, Answer?[] answers)
    {
        double[] positions = [.. answers.Select((_, column) => (double)column)];
        foreach (string name in names)
        {
            (int Column, Row Row)[] points = [.. Rows(answers, name)];
            plot.Add.Scatter(points.Select(point => positions[point.Column]).ToArray(), points.Select(point => Math.Log10(point.Row.Figure))
                .ToArray()).LegendText = name;
        }

        return positions;
    }

    private static IEnumerable<(int Column, Row Row)> Rows(Answer?[] answers, string name) => answers.Index()
        .Select(answer => (answer.Index, Row: answer.Item?.Rows.FirstOrDefault(row => row.Name == name && row.Figure > 0)))
            .Where(found => found.Row is not null)!;
}
