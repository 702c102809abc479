using System;
using System.IO;
using System.Linq;
using System.Text.RegularExpressions;
using NUnit.Framework;

namespace Codec.Tests.Architecture;

/// <summary>Checks the paths of a packet in docs/architecture.md.</summary>
[TestFixture]
public sealed partial class ArchitecturePageTests
{
    private const int MostSteps = 8;

    private static readonly string Page = Repository.Read("docs/architecture.md");

    [TestCase("Sending `await")]
    [TestCase("Receiving with")]
    public void The_path_of_a_packet_has_few_steps_and_names_existing_types(string direction)
    {
        string text = Page[Page.IndexOf(direction, StringComparison.Ordinal)..];
        string[][] steps = [.. text.Split('\n').SkipWhile(line => !line.StartsWith("| 1 ", StringComparison.Ordinal))
            .TakeWhile(line => line.StartsWith('|')).Select(Cells)];
        string[] types = [.. Repository.SourceFiles("Codec").Select(file => Path.GetFileName(file).Split('.')[0])];
        Assert.That(steps.Length, Is.InRange(4, MostSteps));
        Assert.That(steps.SelectMany(step => Code().Matches(step[1]).Select(match => match.Groups[1].Value)), Is.SubsetOf(types));
    }

    private static string[] Cells(string line) => [.. line.Trim('|').Split('|').Select(cell => cell.Trim())];

    [GeneratedRegex("`([^`]+)`")]
    private static partial Regex Code();
}
