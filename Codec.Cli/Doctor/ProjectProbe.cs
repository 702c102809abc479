using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Text.RegularExpressions;
using System.Xml;
using System.Xml.Linq;

namespace Codec.Cli.Doctor;

/// <summary>Reports what the project in the current folder uses: the version of the generator, and the local package feeds.</summary>
public static partial class ProjectProbe
{
    private const string Generator = "Codec.SourceGenerator";

    /// <summary>Gets the tool's version.</summary>
    public static string ToolVersion { get; } =
        (typeof(ProjectProbe).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()?.InformationalVersion ?? "unknown").Split('+')[0];

    /// <summary>Reports on the tool itself.</summary>
    /// <returns>The report.</returns>
    public static PartReport ProbeTool() => new("codec", PartStatus.Found, $"codec {ToolVersion}", "run the commands", AppContext.BaseDirectory);

    /// <summary>Reports whether the projects of a folder, and of the folders above it, use the generator in the version of the tool.</summary>
    /// <param name="folder">The folder.</param>
    /// <returns>The report.</returns>
    /// <exception cref="IOException">A project cannot be read.</exception>
    public static PartReport ProbeGenerator(string folder)
    {
        const string Purpose = "write C# in builds";
        foreach (string file in Up(folder).SelectMany(ProjectFiles))
        {
            string? version = Reference().Matches(File.ReadAllText(file))
                .Where(match => match.Value.Contains($"\"{Generator}\"", StringComparison.OrdinalIgnoreCase))
                .Select(match => Version().Match(match.Value).Groups[1].Value)
                .FirstOrDefault(text => text.Length > 0);
            if (version is not null)
            {
                return version == ToolVersion
                    ? new PartReport("generator", PartStatus.Found, version, Purpose, file)
                    : new PartReport(
                        "generator", PartStatus.WrongVersion, version, Purpose, file, $"{file} uses version {version}, and the tool has {ToolVersion}",
                        $"dotnet tool update Codec.Cli --version {version}");
            }
        }

        return new PartReport("generator", PartStatus.Unused, "", Purpose);
    }

    /// <summary>Reports whether the local package feeds that a build in the current folder uses exist.</summary>
    /// <param name="folder">The folder.</param>
    /// <returns>The report.</returns>
    /// <exception cref="IOException">A configuration cannot be read.</exception>
    public static PartReport ProbeFeed(string folder)
    {
        const string Purpose = "restore packages";
        List<string> feeds = [];
        foreach (string parent in Up(folder))
        {
            foreach (string file in Directory.EnumerateFiles(parent).Where(file => string.Equals(Path.GetFileName(file), "nuget.config", StringComparison.OrdinalIgnoreCase)))
            {
                XDocument configuration;
                try
                {
                    configuration = XDocument.Load(file);
                }
                catch (XmlException exception)
                {
                    return new PartReport(
                        "local feed", PartStatus.Broken, "", Purpose, file, $"{file} is not valid XML: {exception.Message.TrimEnd('.')}", $"correct {file}");
                }

                feeds.AddRange(configuration.Descendants("packageSources").Elements("add").Select(source => (string?)source.Attribute("value") ?? "")
                    .Where(value => !value.Contains("://", StringComparison.Ordinal) && !value.Contains('%', StringComparison.Ordinal) && value.Length > 0)
                    .Where(value => value.Contains('/', StringComparison.Ordinal) || value.Contains('\\', StringComparison.Ordinal) || value[0] == '.')
                    .Select(value => Path.GetFullPath(Path.Combine(parent, value.Replace('\\', '/')))));
            }

            string props = Path.Combine(parent, "Directory.Build.props");
            if (File.Exists(props) && File.ReadAllText(props).Contains("local-feed", StringComparison.Ordinal))
            {
                feeds.Add(Path.Combine(parent, "local-feed"));
            }
        }

        return feeds.Find(feed => !Directory.Exists(feed)) is { } missing
            ? new PartReport("local feed", PartStatus.Missing, "", Purpose, Detail: $"{missing} does not exist", Install: InstallFeed(missing))
            : feeds.Count > 0
                ? new PartReport("local feed", PartStatus.Found, $"{feeds.Sum(Packages)} packages", Purpose, feeds[0])
                : new PartReport("local feed", PartStatus.Unused, "", Purpose);
    }

    // This repository has a script that creates its feed. Other feeds are created by their owners.
    private static string InstallFeed(string feed)
    {
        string script = Path.Combine(Path.GetDirectoryName(feed)!, "tools", "flatc", "pack-runtime.mjs");
        return File.Exists(script) ? "node tools/flatc/pack-runtime.mjs" : $"dotnet pack -o {feed}";
    }

    private static int Packages(string feed) => Directory.EnumerateFiles(feed, "*.nupkg", SearchOption.AllDirectories).Count();

    private static IEnumerable<string> Up(string folder)
    {
        for (DirectoryInfo? current = new(folder); current is not null; current = current.Parent)
        {
            yield return current.FullName;
        }
    }

    private static IEnumerable<string> ProjectFiles(string folder) =>
        Directory.EnumerateFiles(folder, "*.csproj").Concat(Directory.EnumerateFiles(folder, "Directory.*.props")).Order(StringComparer.Ordinal);

    [GeneratedRegex("<(?:PackageReference|PackageVersion)[^>]*>")]
    private static partial Regex Reference();

    [GeneratedRegex(@"\bVersion=""([^""]*)""")]
    private static partial Regex Version();
}
