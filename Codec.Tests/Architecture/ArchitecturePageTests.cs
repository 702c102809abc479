using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text.RegularExpressions;
using NUnit.Framework;

namespace Codec.Tests.Architecture;

/// <summary>Checks that docs/architecture.md lists every project and folder, and nothing else.</summary>
[TestFixture]
public sealed partial class ArchitecturePageTests
{
    private const int MostSteps = 8;

    // Folders that builds, tools and editors write.
    private static readonly string[] Ignored =
        [".git", ".vs", ".vscode", ".idea", "artifacts", "local-feed", "bin", "obj", "node_modules", "TestResults", "BenchmarkDotNet.Artifacts", "__pycache__"];

    private static readonly string Page = Repository.Read("docs/architecture.md");

    [Test]
    public void Every_folder_is_listed_and_every_listed_folder_exists()
    {
        string[] listed = [.. Table("## The map", "## A packet's path").SelectMany(row => Code().Matches(row[0]).Select(match => match.Groups[1].Value))];
        Assert.That(Folders(), Is.EquivalentTo(listed));
    }

    [Test]
    public void Every_folder_has_a_description() =>
        Assert.That(Table("## The map", "## A packet's path").Where(row => row[1].Length < 10).Select(row => row[0]), Is.Empty);

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

    private static IEnumerable<string[]> Table(string from, string to)
    {
        int start = Page.IndexOf(from, StringComparison.Ordinal);
        return Page[start..Page.IndexOf(to, start, StringComparison.Ordinal)].Split('\n')
            .Where(line => line.StartsWith("| `", StringComparison.Ordinal)).Select(Cells);
    }

    private static string[] Cells(string line) => [.. line.Trim('|').Split('|').Select(cell => cell.Trim())];

    private static IEnumerable<string> Folders()
    {
        foreach (string project in Children(Repository.Root))
        {
            yield return project;
            foreach (string folder in Children(Path.Combine(Repository.Root, project)))
            {
                yield return $"{project}/{folder}";
            }
        }
    }

    // A folder counts if it has a file that is not ignored.
    private static IEnumerable<string> Children(string folder) => Directory.EnumerateDirectories(folder)
        .Where(child => !Ignored.Contains(Path.GetFileName(child)) && !IsCppBuild(child) && HasFile(child))
        .Select(child => Path.GetFileName(child)!);

    // The guides build C++ in build, and the presets of CMake in cpp/build-NAME.
    private static bool IsCppBuild(string folder) =>
        Path.GetRelativePath(Repository.Root, folder).Replace('\\', '/') is var path
        && (path.StartsWith("build", StringComparison.Ordinal) || path.StartsWith("cpp/build", StringComparison.Ordinal));

    private static bool HasFile(string folder) => Directory.EnumerateFiles(folder).Any()
        || Directory.EnumerateDirectories(folder).Any(child => !Ignored.Contains(Path.GetFileName(child)) && HasFile(child));

    [GeneratedRegex("`([^`]+)`")]
    private static partial Regex Code();
}
