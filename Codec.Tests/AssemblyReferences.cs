using System.Reflection.Metadata;

namespace Codec.Tests;

/// <summary>
/// References for compilations in this process. A reference keeps what the compiler has read of its assembly, so all compilations use the same ones.
/// </summary>
internal static class AssemblyReferences
{
    private static readonly string[] Loadable = [.. ((string)AppContext.GetData("TRUSTED_PLATFORM_ASSEMBLIES")!).Split(Path.PathSeparator).Where(File.Exists)];
    private static readonly ConcurrentDictionary<string, MetadataReference> Known = new();

    /// <summary>Returns references to the assemblies that this process can load, except those with the given file names.</summary>
    public static IEnumerable<MetadataReference> Except(params string[] fileNames) => Loadable.Where(path => !fileNames.Contains(Path.GetFileName(path))).Select(Of);

    /// <summary>Returns references to the assemblies of a folder that this process can load.</summary>
    public static IEnumerable<MetadataReference> In(string folder) => Loadable.Where(path => Path.GetDirectoryName(path) == folder).Select(Of);

    /// <summary>Returns the reference to an assembly that does not change while the tests run.</summary>
    public static MetadataReference Of(string path) => Known.GetOrAdd(path, path => MetadataReference.CreateFromFile(path));

    /// <summary>Returns the names of the assemblies that an assembly refers to.</summary>
    public static string[] NamesIn(string path)
    {
        using PEReader file = new(File.OpenRead(path));
        MetadataReader reader = file.GetMetadataReader();
        return [.. reader.AssemblyReferences.Select(handle => reader.GetString(reader.GetAssemblyReference(handle).Name))];
    }
}
