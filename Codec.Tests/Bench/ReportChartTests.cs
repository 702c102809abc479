using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Text.RegularExpressions;
using System.Xml.Linq;
using Codec.Bench.Reports;
using NUnit.Framework;

namespace Codec.Tests.Bench;

/// <summary>Tests that charts are well-formed, show every row, and are readable on both backgrounds.</summary>
public sealed partial class ReportChartTests
{
    private static readonly ReportTable Small = new(
        "a", "Small", [new("Slow <1>", 900, 850, 990, 64), new("Default", 10.4, 10, 11, 0), new("Raw", 9, 8.9, 9.1, 0)], "Default", "Raw")
    {
        Block = "Writers & co",
        Column = "small",
        Absent = [new("Peer", "not in the build")],
        Reference = new("Default", [new("Default", 1), new("Peer", 3)]),
    };

    private static readonly ReportTable Large = Small with { Id = "b", Title = "Large", Column = "large", Rows = [new("Default", 20, 19, 21, 0), new("Other", 30, 29, 31, 0)] };

    [Test]
    public void A_block_has_a_row_for_each_way_and_a_column_for_each_table()
    {
        XElement svg = Draw(Small, Large);
        Assert.That(Texts(svg), Is.SupersetOf((string[])["Writers & co", "small", "large", "Raw", "Default", "Slow <1>", "Other", "Peer", "900 ns", "20.0 ns", "30.0 ns", "–"]));
        Assert.That(Count(svg, "rect"), Is.EqualTo(7), "Five measured ways, and the reference's in both columns.");
        Assert.That(Count(svg, "path"), Is.EqualTo(5), "Only what was measured has an interval.");
        Assert.That(svg.Value, Does.Contain("each column has its own scale, logarithmic"));
        Assert.That(svg.Attribute("aria-label")?.Value, Is.EqualTo("Writers & co"), "The page of HTML has no other text for the image.");
    }

    [Test]
    public void An_entry_that_only_the_reference_has_is_scaled_by_its_ratio_to_the_baseline() =>
        Assert.That(Texts(Draw(Small)), Does.Contain("≈ 31.2 ns"));

    [Test]
    public void Times_without_intervals_have_no_error_bars()
    {
        XElement svg = Draw(new ReportTable("t", "T", [new("A", 5, 5, 5, 0), new("B", 6, 6, 6, 0)]));
        Assert.That((Count(svg, "rect"), Count(svg, "path")), Is.EqualTo((2, 0)));
        Assert.That(svg.Value, Does.Not.Contain("intervals"));
    }

    [Test]
    public void Every_bar_lies_inside_the_image()
    {
        XElement svg = Draw(Small, Large, Small with { Block = "Another" });
        double width = Number(svg, "width");
        double height = Number(svg, "height");
        foreach (XElement bar in svg.Elements().Where(element => element.Name.LocalName == "rect"))
        {
            Assert.That(Number(bar, "x") + Number(bar, "width"), Is.LessThan(width));
            Assert.That(Number(bar, "y") + Number(bar, "height"), Is.LessThan(height));
        }

        Assert.That(width, Is.LessThanOrEqualTo(900), "A page of GitHub shows it unscaled.");
    }

    [TestCase("#ffffff", false)]
    [TestCase("#0d1117", true)]
    public void Text_has_enough_contrast_on_a_light_and_on_a_dark_page(string background, bool isDark)
    {
        // Rules of the dark scheme override those of the light scheme.
        string style = isDark ? ReportChart.Style[ReportChart.Style.IndexOf("@media (prefers-color-scheme: dark)", StringComparison.Ordinal)..] : ReportChart.Style;
        string text = TextColour().Match(style).Groups[1].Value;
        Assert.That(Contrast(text, background), Is.GreaterThanOrEqualTo(4.5), "WCAG, text of normal size");
        foreach (string bar in new[] { "bar", "ours" })
        {
            Match own = Regex.Match(style, $@"\.{bar} \{{ fill: (#[0-9a-f]{{6}})");
            Match usual = Regex.Match(ReportChart.Style, $@"\.{bar} \{{ fill: (#[0-9a-f]{{6}})");
            Assert.That(Contrast((own.Success ? own : usual).Groups[1].Value, background), Is.GreaterThanOrEqualTo(3), "WCAG, graphics");
        }
    }

    private static XElement Draw(params ReportTable[] tables) => XElement.Parse(ReportChart.Draw([.. tables.GroupBy(table => table.Block)]));

    private static IEnumerable<string> Texts(XElement svg) => svg.Elements().Where(element => element.Name.LocalName == "text").Select(element => element.Value);

    private static int Count(XElement svg, string name) => svg.Elements().Count(element => element.Name.LocalName == name);

    private static double Number(XElement element, string attribute) => double.Parse(element.Attribute(attribute)!.Value, CultureInfo.InvariantCulture);

    private static double Contrast(string one, string other)
    {
        double[] luminances = [.. new[] { one, other }.Select(Luminance).Order()];
        return (luminances[1] + 0.05) / (luminances[0] + 0.05);
    }

    private static double Luminance(string colour)
    {
        double[] parts = [.. Enumerable.Range(0, 3).Select(part => Linear(Convert.ToInt32(colour.Substring(1 + (2 * part), 2), 16) / 255.0))];
        return (0.2126 * parts[0]) + (0.7152 * parts[1]) + (0.0722 * parts[2]);

        static double Linear(double part) => part <= 0.03928 ? part / 12.92 : Math.Pow((part + 0.055) / 1.055, 2.4);
    }

    [GeneratedRegex(@"text \{[^}]*fill: (#[0-9a-f]{6})")]
    private static partial Regex TextColour();
}
