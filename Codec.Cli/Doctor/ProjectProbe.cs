using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Xml;
using System.Xml.Linq;

namespace Codec.Cli.Doctor;

/// <summary>Reports what the project in the current folder uses: the version of the generator, and the local package feeds.</summary>
public static class ProjectProbe
{
    private const string Generator = "Codec.SourceGenerator";

    // A folder above the project, such as /home, may allow only to pass through it.
    private static readonly EnumerationOptions Listing = new() { AttributesToSkip = FileAttributes.None, IgnoreInaccessible = true };

    /// <summary>Gets the tool's version.</summary>
    public static string ToolVersion { get; } =
        (typeof(ProjectProbe).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()?.InformationalVersion ?? "unknown").Split('+')[0];

    /// <summary>Reports on the tool itself.</summary>
    /// <returns>The report.</returns>
    public static PartReport ProbeTool() => new("codec", PartStatus.Found, $"codec {ToolVersion}", "run the commands", AppContext.BaseDirectory);

    /// <summary>Reports whether the projects of a folder, and of the folders above it, use the generator in the version of the tool.</summary>
    /// <param name="folder">The folder.</param>
    /// <returns>The report.</returns>
    public static PartReport ProbeGenerator(string folder)
    {
        const string Purpose = "write C# in builds";
        const string Name = "generator";
        foreach (string file in Up(folder).SelectMany(ProjectFiles).Where(file => Contains(file, Generator)))
        {
            if (Load(file, Name, Purpose, out PartReport? broken) is not { } project)
            {
                return broken!;
            }

            string? version = project.Descendants().Where(IsGenerator).Select(VersionOf).FirstOrDefault(text => !string.IsNullOrWhiteSpace(text))?.Trim();
            if (version is not null)
            {
                // Only a build knows the version that a property, a range or a floating version stands for.
                return version == ToolVersion || version.AsSpan().ContainsAny("$*[(")
                    ? new PartReport(Name, PartStatus.Found, version, Purpose, file)
                    : new PartReport(
                        Name, PartStatus.WrongVersion, version, Purpose, file, $"{file} uses version {version}, and the tool has {ToolVersion}",
                        $"dotnet tool update Codec.Cli --version {version}");
            }
        }

        return new PartReport(Name, PartStatus.Unused, "", Purpose);
    }

    /// <summary>Reports whether the local package feeds that a build in the current folder uses exist.</summary>
    /// <param name="folder">The folder.</param>
    /// <returns>The report.</returns>
    public static PartReport ProbeFeed(string folder)
    {
        const string Purpose = "restore packages";
        const string Name = "local feed";
        List<string> feeds = [];
        Dictionary<string, string> sources = new(StringComparer.OrdinalIgnoreCase);
        HashSet<string> disabled = new(StringComparer.Ordinal);
        bool hasAllSources = false;
        bool hasAllDisabled = false;
        foreach (string parent in Up(folder))
        {
            foreach (string file in Directory.EnumerateFiles(parent, "*", Listing).Where(file => string.Equals(Path.GetFileName(file), "nuget.config", StringComparison.OrdinalIgnoreCase)))
            {
                if (Load(file, Name, Purpose, out PartReport? broken) is not { } configuration)
                {
                    return broken!;
                }

                // As NuGet does: a source in a nearer configuration replaces one whose name differs only in case, but a source is disabled only by
                // its exact name, with any value.
                foreach ((string name, string value) in Settings(configuration, "packageSources", ref hasAllSources))
                {
                    bool isLocal = !value.Contains("://", StringComparison.Ordinal) && !value.Contains('%', StringComparison.Ordinal) && value.Length > 0;
                    sources.TryAdd(name, isLocal ? Path.GetFullPath(Path.Combine(parent, value.Replace('\\', '/'))) : "");
                }

                disabled.UnionWith(Settings(configuration, "disabledPackageSources", ref hasAllDisabled).Select(setting => setting.Name));
            }

            string props = Path.Combine(parent, "Directory.Build.props");
            if (File.Exists(props) && Contains(props, "local-feed"))
            {
                feeds.Add(Path.Combine(parent, "local-feed"));
            }
        }

        feeds.AddRange(sources.Where(source => source.Value.Length > 0 && !disabled.Contains(source.Key)).Select(source => source.Value));
        return feeds.Find(feed => !Directory.Exists(feed)) is { } missing
            ? new PartReport(Name, PartStatus.Missing, "", Purpose, Detail: $"{missing} does not exist", Install: InstallFeed(missing))
            : feeds.Count > 0
                ? new PartReport(Name, PartStatus.Found, $"{feeds.Sum(Packages)} packages", Purpose, feeds[0])
                : new PartReport(Name, PartStatus.Unused, "", Purpose);
    }

    // NuGet ignores the settings before <clear />, and those of the folders above.
    private static IEnumerable<(string Name, string Value)> Settings(XDocument configuration, string section, ref bool hasAll)
    {
        if (hasAll)
        {
            return [];
        }

        XElement[] elements = [.. configuration.Descendants(section).Elements()];
        int clear = Array.FindLastIndex(elements, element => element.Name == "clear");
        hasAll = clear >= 0;
        return elements[(clear + 1)..].Where(element => element.Name == "add").Select(add => ((string?)add.Attribute("key") ?? "", (string?)add.Attribute("value") ?? ""));
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
        Directory.EnumerateFiles(folder, "*.csproj", Listing).Concat(Directory.EnumerateFiles(folder, "Directory.*.props", Listing)).Order(StringComparer.Ordinal);

    // A folder above the project may contain files of another user, which a build does not read either.
    private static bool Contains(string file, string text)
    {
        try
        {
            return File.ReadAllText(file).Contains(text, StringComparison.OrdinalIgnoreCase);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return false;
        }
    }

    private static bool IsGenerator(XElement element) => element.Name.LocalName is "PackageReference" or "GlobalPackageReference" or "PackageVersion"
        && string.Equals((string?)(element.Attribute("Include") ?? element.Attribute("Update")), Generator, StringComparison.OrdinalIgnoreCase);

    private static string? VersionOf(XElement reference) =>
        (string?)reference.Attribute("Version") ?? reference.Elements().FirstOrDefault(child => child.Name.LocalName == "Version")?.Value;

    private static XDocument? Load(string file, string name, string purpose, out PartReport? broken)
    {
        try
        {
            broken = null;
            return XDocument.Load(file);
        }
        catch (XmlException exception)
        {
            broken = new PartReport(name, PartStatus.Broken, "", purpose, file, $"{file} is not valid XML: {exception.Message.TrimEnd('.')}", $"correct {file}");
            return null;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            broken = new PartReport(name, PartStatus.Broken, "", purpose, file, exception.Message.TrimEnd('.'), $"make {file} readable");
            return null;
        }
    }
}
