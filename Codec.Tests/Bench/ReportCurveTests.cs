using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading.Tasks;
using System.Xml.Linq;
using Codec.Bench.Commands;
using Codec.Bench.Measuring;
using Codec.Bench.Reports;
using Codec.Bench.Scale;
using NUnit.Framework;

namespace Codec.Tests.Bench;

/// <summary>Tests that curves are saved, drawn, and written as tables.</summary>
public sealed class ReportCurveTests
{
    private static readonly ReportProvenance Provenance = new("abc123", "a machine", "2026-11-22", [".NET 10.0.1"], 1, 1, IsRough: false);

    private static readonly ReportCurve Curve = new(
        "connections-cpu", "Processor time", "connections", ReportCurveUnit.Time,
        [new("raw sockets", [new(1, 5000), new(8000, 10_000)]), new("PacketConnection", [new(1, 5500), new(8000, 9000)])])
    {
        Ours = "PacketConnection",
        Baseline = "raw sockets",
        Remark = "A remark.",
    };

    [Test]
    public void Curves_round_trip_and_are_assigned_to_the_planned_section()
    {
        ReportResult result = new(ReportGrowth.Id, Provenance, [], []) { Curves = [new(Curve.Id, Curve.Series)] };
        string text = ReportResults.ToJson(result);
        ReportResult read = ReportResults.FromJson(text, "file");
        Assert.That(ReportResults.ToJson(read), Is.EqualTo(text));
        ReportSection section = ReportData.Of([ReportGrowth.Topic], new Dictionary<string, ReportResult> { [ReportGrowth.Id] = read }).Sections.Single();
        Assert.That(section.Curves.Select(curve => (curve.Id, curve.Series.Count)), Is.EqualTo((IEnumerable<(string, int)>)[(Curve.Id, 2)]));
        Assert.That(section.Missing, Has.Count.EqualTo(ReportGrowth.Groups.Count), "Every group lacks a curve.");
        Assert.That(ReportPages.All(new ReportData([section])).Keys, Does.Contain("docs/benchmarks/scale.md").And.Contain("docs/benchmarks/scale-connections-cpu.svg"));
    }

    [Test]
    public void Curve_ids_are_unique_and_every_saved_curve_is_in_the_plan()
    {
        string[] planned = [.. ReportGrowth.Groups.SelectMany(group => group.Curves).Select(curve => curve.Id)];
        Assert.That(planned, Is.Unique);
        Assert.That(ReportResults.Load(Repository.Root).Values.SelectMany(result => result.Curves ?? []).Select(curve => curve.Id), Is.SubsetOf(planned));
    }

    [Test]
    public void A_page_has_a_chart_and_a_row_for_each_count_with_the_ratio()
    {
        ReportSection section = new("scale", "Growth", "", [], []) { Curves = [Curve], Provenance = Provenance };
        string page = ReportMarkdown.Page(section, new ReportData([section]));
        Assert.That(page, Does.Contain("## Processor time\n\n![Processor time](scale-connections-cpu.svg)\n\nA remark.\n\n")
            .And.Contain("| connections | raw sockets | PacketConnection | ratio |\n|---:|---:|---:|---:|\n| 1 | 5.00 µs | 5.50 µs | 1.10x |\n| 8,000 | 10.0 µs | 9.00 µs | 0.90x |\n"));
        Assert.That(ReportSummary.Sentence(section), Is.EqualTo("As multiples of the baseline: processor time, between 0.90x and 1.10x for 1 to 8,000 connections."));
    }

    [Test]
    public void The_ratio_is_that_of_the_rounds_if_it_is_saved()
    {
        ReportCurve curve = Curve with { Series = [Curve.Series[0], new("PacketConnection", [new(1, 5500) { Ratio = 1.25 }, new(8000, 9000)])] };
        string text = ReportResults.ToJson(new ReportResult(ReportGrowth.Id, Provenance, [], []) { Curves = [new(curve.Id, curve.Series)] });
        ReportCurve read = curve with { Series = ReportResults.FromJson(text, "file").Curves![0].Series };
        Assert.That((read.Ratio(1), read.Ratio(8000), read.Ratio(2)), Is.EqualTo(((double?)1.25, (double?)0.9, (double?)null)));
    }

    [Test]
    public void A_point_is_the_median_of_the_runs_that_settled_with_their_bounds()
    {
        CurvePoints points = new();
        foreach ((double figure, double ratio) in ((double, double)[])[(300, 1.2), (100, 0.8), (200, 1.1)])
        {
            points.Add("connections-cpu", "PacketConnection", 1, figure, ratio);
            points.Add("connections-cpu", "PacketConnection", 10, figure, settling: figure == 200 ? Settling.Changing : Settling.Settled);
        }

        Assert.That(points.IsComplete, Is.True);
        ReportPoint[] merged = [.. points.ToFigures().Single().Series.Single().Points];
        Assert.That(merged[0], Is.EqualTo(new ReportPoint(1, 200) { Low = 100, High = 300, Ratio = 1.1, LowRatio = 0.8, HighRatio = 1.2 }));
        Assert.That(merged[1], Is.EqualTo(new ReportPoint(10, 200) { Low = 100, High = 300 }));
        points.Add("connections-cpu", "PacketConnection", 100, 5, settling: Settling.Compiling);
        Assert.That(points.IsComplete, Is.False);
        Assert.That(points.ToFigures().Single().Series.Single().Points, Is.EqualTo(merged));
        points = new();
        points.Add("routes-memory", "PacketDispatcher", 1, 5);
        Assert.That(points.ToFigures().Single().Series.Single().Points.Single(), Is.EqualTo(new ReportPoint(1, 5)), "One run has no bounds.");
    }

    [Test]
    public void A_page_shows_the_bounds_of_several_runs_or_says_that_there_was_one()
    {
        ReportPoint point = new(1, 5500) { Low = 5000, High = 6000, Ratio = 1.1, LowRatio = 0.9, HighRatio = 1.25 };
        ReportCurve curve = Curve with { Series = [Curve.Series[0], new("PacketConnection", [point])] };
        ReportSection section = new("scale", "Growth", "", [], []) { Curves = [curve], Provenance = Provenance with { Processes = 3 } };
        string page = ReportMarkdown.Page(section, new ReportData([section]));
        Assert.That(page, Does.Contain("| 1 | 5.00 µs | 5.50 µs | 1.10x (0.90x–1.25x) |\n").And.Contain("- each point: the median of 3 runs;"));
        Assert.That(XElement.Parse(ReportCurveChart.Draw(curve)).Elements().Count(element => (string?)element.Attribute("class") == "error"), Is.EqualTo(1));
        section = section with { Curves = [Curve], Provenance = Provenance };
        Assert.That(ReportMarkdown.Page(section, new ReportData([section])), Does.Contain("- each point is one run, so its noise is not known"));
    }

    [Test]
    public void A_server_waits_for_the_number_of_its_connections()
    {
        OpenConnections<string> open = new();
        open.Add("one");
        open.Wait(1);
        Task all = Task.Run(() => open.Wait(3));
        open.Add("two");
        open.Add("three");
        all.Wait();
        Task none = Task.Run(() => open.Wait(0));
        open.Remove("three");
        open.Remove("one");
        Assert.That(none.IsCompleted, Is.False);
        open.Remove("two");
        none.Wait();
    }

    [Test]
    public void The_reason_why_a_group_lacks_points_replaces_the_line_that_it_is_not_measured_yet()
    {
        ReportResult result = new(ReportGrowth.Id, Provenance, [], ["Connections: too many descriptors"]) { Curves = [new(Curve.Id, Curve.Series)] };
        ReportSection section = ReportGrowth.Topic.Section(result);
        Assert.That(section.Missing.Where(one => one.StartsWith("Connections: ", StringComparison.Ordinal)), Is.EqualTo((string[])["Connections: too many descriptors"]));
    }

    [Test]
    public void A_result_with_fewer_points_than_the_saved_one_is_a_loss()
    {
        ReportResult saved = new(ReportGrowth.Id, Provenance, [], []) { Curves = [new(Curve.Id, Curve.Series)] };
        ReportResult measured = saved with { Curves = [new(Curve.Id, [Curve.Series[0], new("PacketConnection", [new(1, 5500)])])] };
        Assert.That(ReportResults.FirstLoss(ReportGrowth.Topic, saved, measured), Is.EqualTo("'Processor time of the server for a packet' has 3 points, and 4 in the saved results"));
        Assert.That(ReportResults.FirstLoss(ReportGrowth.Topic, measured, saved), Is.Null);
    }

    [Test]
    public void The_sentence_has_the_first_curve_of_each_group()
    {
        ReportSection section = new("scale", "Growth", "", [], [])
        {
            Curves = [Curve, Curve with { Id = "connections-close", Title = "Time" }, Curve with { Id = "sizes-cpu", Title = "Time by size", IsAcrossBytes = true }],
        };
        Assert.That(
            ReportSummary.Sentence(section),
            Is.EqualTo("As multiples of the baseline: processor time, between 0.90x and 1.10x for 1 to 8,000 connections; time by size, between 0.90x and 1.10x for 1 B to 7.81 KB."));
    }

    [Test]
    public void A_chart_is_well_formed_and_every_point_lies_inside_its_area([Values(-3.0, 0.0, 1.0, 4999.0, 1e12)] double extreme, [Values] ReportCurveUnit unit)
    {
        ReportCurve curve = Curve with { Unit = unit, Series = [.. Curve.Series, new("<third>", [new(100, extreme)])] };
        XElement svg = XElement.Parse(ReportCurveChart.Draw(curve));
        XElement[] points = [.. svg.Elements().Where(element => element.Name.LocalName == "circle")];
        Assert.That(points, Has.Length.EqualTo(5));
        Assert.That(points.Select(point => (double)point.Attribute("cx")!), Is.All.InRange(78, 696));
        Assert.That(points.Select(point => (double)point.Attribute("cy")!), Is.All.InRange(66, 276));
        Assert.That(svg.Value, Does.Contain("<third>").And.Contain("8k"));
    }

    [Test]
    public void Groups_are_chosen_by_name()
    {
        Assert.That(ScaleOptions.Parse([]).Groups, Has.Count.EqualTo(ReportGrowth.Groups.Count));
        Assert.That(ScaleOptions.Parse(["--only", "routes,sizes"]).Groups.Select(group => group.Id), Is.EqualTo((string[])["sizes", "routes"]));
    }

    [TestCase("--nosuch", "--nosuch")]
    [TestCase("--only", "No group follows --only")]
    [TestCase("--only ,", "No group follows --only")]
    [TestCase("--only nosuch", "'nosuch'; the groups are connections, sizes")]
    public void Invalid_arguments_are_rejected(string arguments, string named) =>
        Assert.That(() => ScaleOptions.Parse(arguments.Split(' ')), Throws.ArgumentException.With.Message.Contains(named));
}
