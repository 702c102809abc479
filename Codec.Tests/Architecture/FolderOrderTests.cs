namespace Codec.Tests.Architecture;

/// <summary>Checks that a folder of a project depends only on the folders before it.</summary>
public sealed partial class FolderOrderTests
{
    /// <summary>
    /// The projects with their namespaces and their folders, from the lowest layer to the highest. Folders in one group may use each other. A star stands
    /// for all other folders, none of which may use another one. Files outside of folders may use everything.
    /// </summary>
    private static readonly TestCaseData[] Projects =
    [
        // In the order in which a packet passes through them. All folders may use Compat, which may use what Payloads may use.
        Project("Codec", "Codec", "Internals Compat; Packets; Framing; Payloads Generated; Dispatch; Sessions; Transport"),
        Project("compiler/Codec.Schema", "Codec.Schema", "Compat; Diagnostics; Syntax; Model; Binding; Layout; CSharp; Cpp; Wireshark; Compare; Format"),

        // The other folders are commands. A view shows a tap.
        Project("tool", "Codec.Cli", "Values; Payloads Revisions Traffic; Filtering; Tap; *"),

        // Reports use benchmarks, never the reverse. Each folder in Targets is a separate project.
        Project("Codec.Bench", "Codec.Bench",
            "Compat; Measuring; Packets; Framing Headers Serializers Streams Tool; Transport; Arenas Report Runtimes Scale; Budgets Ranking; Targets"),
    ];

    [TestCaseSource(nameof(Projects))]
    public void A_folder_uses_only_folders_of_its_level_or_lower(string project, string scope, string order)
    {
        string[][] levels = [.. order.Split("; ").Select(group => group.Split(' '))];
        HashSet<string> folders = [.. Files(project).Select(file => file.Folder)];
        int LevelOf(string folder) => Array.FindIndex(levels, group => group.Contains(folder) || group[0] == "*");
        Assert.That(folders.Where(folder => LevelOf(folder) < 0), Is.Empty, "folders without a level");
        string projectFile = $"{project}/{project.Split('/')[^1].Replace("tool", "Codec.Cli")}.csproj";
        string usings = $"{project}/GlobalUsings.cs";
        string[] shared = [.. GlobalUsing().Matches(Repository.Read(File.Exists(Path.Combine(Repository.Root, usings)) ? usings : projectFile))
            .SelectMany(match => match.Groups[1].Value.Split(';')).Where(name => name.StartsWith(scope + ".", StringComparison.Ordinal)).Select(name => name[(scope.Length + 1)..])];
        (string Folder, Regex Names)[] sharedTypes = [.. Files(project).Where(file => shared.Contains(file.Folder)).GroupBy(file => file.Folder, file => Path.GetFileName(file.Path).Split('.')[0])
            .Select(group => (group.Key, Names: string.Join('|', group)))
            .Select(group => (group.Key, new Regex($@"(?<![\w.""])(?:{group.Names})(?![\w(])|new (?:{group.Names})\(")))];
        List<string> strays = [];
        foreach ((string path, string folder) in Files(project))
        {
            string text = Comment().Replace(Repository.Read(path), string.Empty);
            IEnumerable<string> used = Using().Matches(text).Where(match => match.Groups["scope"].Value is var name && (name.Length == 0 || name == scope))
                .Select(match => match.Groups["folder"].Value)
                .Concat(sharedTypes.Where(types => types.Names.IsMatch(text)).Select(types => types.Folder)).Where(name => folders.Contains(name) && name != folder && name != "Compat").Distinct();
            strays.AddRange(used
                .Where(name => LevelOf(name) > LevelOf(folder) || (LevelOf(name) == LevelOf(folder) && levels[LevelOf(name)][0] == "*"))
                .Select(name => $"{folder} uses {name}: {path}"));
        }

        Assert.That(strays, Is.Empty);
    }

    private static TestCaseData Project(string folder, string scope, string order) =>
        new TestCaseData(folder, scope, order).SetArgDisplayNames(folder);

    private static IEnumerable<(string Path, string Folder)> Files(string project) => Repository.SourceFiles(project)
        .Select(path => (path, path[(project.Length + 1)..].Split('/'))).Where(pair => pair.Item2.Length > 1).Select(pair => (pair.path, pair.Item2[0]));

    // In the namespace Codec.Packets, Framing.X means Codec.Framing.X.
    [GeneratedRegex(@"(?<![\w.])(?<scope>Codec(\.(Schema|Cli|Bench))?)\.(?<folder>\w+)|(?<![\w.])(?<folder>\w+)(?=\.[A-Z])")]
    private static partial Regex Using();

    [GeneratedRegex("(?:<Using Include=\"|global using )([^\";]*(?:;[^\"\\s]+)*)")]
    private static partial Regex GlobalUsing();

    [GeneratedRegex("//.*")]
    private static partial Regex Comment();
}
