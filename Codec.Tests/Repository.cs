namespace Codec.Tests;

/// <summary>The checkout from which the tests were built.</summary>
internal static class Repository
{
    private static readonly string[] BuildFolders = ["bin", "obj", "artifacts", "node_modules", "local-feed", ".git", "BenchmarkDotNet.Artifacts"];

    public static string Root { get; } = FindRoot();

    /// <summary>Gets the version of the packages and of the tool.</summary>
    public static string Version { get; } = Read("VERSION").Trim();

    public static string PathOf(params string[] parts) => Path.Combine(Root, Path.Combine(parts));

    /// <summary>Returns the C# files below <paramref name="folder"/>, except for those that a build or flatc wrote.</summary>
    public static IEnumerable<string> SourceFiles(string folder) =>
        Files(folder, "*.cs").Where(file => !file.StartsWith("schemas/generated/", StringComparison.Ordinal));

    /// <summary>
    /// Returns all files below <paramref name="folder"/>, except for those in output folders, relative to the root and with forward slashes.
    /// </summary>
    public static IEnumerable<string> Files(string folder, string pattern)
    {
        string start = Path.Combine(Root, folder);
        return Directory.Exists(start) ? Walk(start, pattern) : [];
    }

    public static string Read(string relativePath) => File.ReadAllText(Path.Combine(Root, relativePath));

    private static IEnumerable<string> Walk(string folder, string pattern) =>
        Directory.EnumerateFiles(folder, pattern).Select(file => Path.GetRelativePath(Root, file).Replace('\\', '/'))
            .Concat(Directory.EnumerateDirectories(folder)
                .Where(child => !BuildFolders.Contains(Path.GetFileName(child)))
                .SelectMany(child => Walk(child, pattern)));

    private static string FindRoot([CallerFilePath] string thisFile = "")
    {
        // The build output can be in another folder than the sources, and the compiler can map source paths to other paths.
        foreach (string start in new[] { AppContext.BaseDirectory, Path.GetDirectoryName(thisFile) ?? "", Environment.CurrentDirectory })
        {
            for (DirectoryInfo? folder = new(start); folder is not null; folder = folder.Parent)
            {
                if (File.Exists(Path.Combine(folder.FullName, "Codec.sln")))
                {
                    return folder.FullName;
                }
            }
        }

        throw new InvalidOperationException($"Codec.sln is in no folder above {AppContext.BaseDirectory}.");
    }
}
