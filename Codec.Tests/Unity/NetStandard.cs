namespace Codec.Tests.Unity;

/// <summary>The reference assemblies of netstandard2.1, with which Unity compiles.</summary>
internal static class NetStandard
{
    private const string Marker = "netstandard.dll";

    /// <summary>Gets the paths of the reference assemblies.</summary>
    public static string[] References { get; } = Directory.GetFiles(FindFolder(), "*.dll");

    // The folder that contains netstandard.library.ref/2.1.0/ref/netstandard2.1/netstandard.dll
    private static readonly string Packages = Path.GetFullPath("../../../../..", References[0]);

    /// <summary>
    /// Returns the path of the newest trimmer in the package folder that this runtime can run. It is restored for libraries that are analyzed for trimming.
    /// </summary>
    public static string Linker() => Directory.GetDirectories(Path.Combine(Packages, "microsoft.net.illink.tasks"))
        .OrderBy(Version).Where(path => Version(path).Major <= Environment.Version.Major).Select(path => Path.Combine(path, "tools", "net", "illink.dll")).Last(File.Exists);

    private static Version Version(string folder) => System.Version.Parse(Path.GetFileName(folder));

    /// <summary>Returns the path of NUnit for .NET Framework, whose references are available in netstandard2.1.</summary>
    public static string NUnit() => Directory.GetFiles(
        Path.Combine(Packages, "nunit", typeof(global::NUnit.Framework.TestAttribute).Assembly.GetName().Version!.ToString(3), "lib", "net462"), "nunit.framework.dll").Single();

    // The build of Codec.Tests/Targets/Codec.GeneratorHost writes the references of netstandard2.1 to this file.
    private static string FindFolder() => Path.GetDirectoryName(
        File.ReadLines(Repository.PathOf("Codec.Tests", "Targets", "Codec.GeneratorHost", "bin", UnityPackage.Configuration, "net10.0", "references.txt"))
            .Single(path => Path.GetFileName(path) == Marker))!;
}
