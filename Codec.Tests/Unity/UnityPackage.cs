namespace Codec.Tests.Unity;

/// <summary>The Unity package. It is packed once per test run from the tested build.</summary>
internal static class UnityPackage
{
    public const string Name = "com.codec.packets";

    private static readonly Lazy<string> Packed = new(() => PackTo(Path.Combine(AppContext.BaseDirectory, "unity")));

    /// <summary>Gets the build configuration: Debug or Release.</summary>
    public static string Configuration { get; } = new DirectoryInfo(AppContext.BaseDirectory).Parent!.Name;

    /// <summary>Gets the folder that contains the package and its archive.</summary>
    public static string Output => Packed.Value;

    /// <summary>Gets the paths of the assemblies that are shipped with a game.</summary>
    public static IReadOnlyList<string> RuntimeAssemblies => Directory.GetFiles(PathOf("Runtime"), "*.dll", SearchOption.AllDirectories);

    /// <summary>Returns the path of a file or folder of the package.</summary>
    public static string PathOf(string path) => Path.Combine(Output, Name, path);

    /// <summary>Returns the path of the package's archive in a folder, which may still have archives of other versions.</summary>
    public static string ArchiveIn(string folder) => Path.Combine(folder, $"{Name}-{Repository.Version}.tgz");

    /// <summary>Returns the paths of all files of the package, relative to it, with forward slashes.</summary>
    public static string[] Files()
    {
        string root = PathOf("");
        return [.. Directory.EnumerateFiles(root, "*", SearchOption.AllDirectories).Select(file => Path.GetRelativePath(root, file).Replace('\\', '/')).Order(StringComparer.Ordinal)];
    }

    /// <summary>Creates the package in a folder.</summary>
    public static string PackTo(string folder)
    {
        ExternalProgram.RunSuccessfully("dotnet", Repository.PathOf("eng", "Codec.UnityPackage", "bin", Configuration, "net10.0", "Codec.UnityPackage.dll"), folder);
        return folder;
    }
}
