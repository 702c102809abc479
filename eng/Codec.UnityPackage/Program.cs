// Writes the Unity package: dotnet run -c Release --project eng/Codec.UnityPackage [FOLDER]
// FOLDER is artifacts/unity by default. The program writes com.codec.packets/, which a release branch can contain for installation by git URL, and
// com.codec.packets-VERSION.tgz, which the Package Manager installs from disk. The same inputs give the same bytes: the output contains no times and no
// machine names, and the GUID of a file is derived from its path.
using System;
using System.Collections.Generic;
using System.Formats.Tar;
using System.IO;
using System.IO.Compression;
using System.Linq;
using System.Text;
using System.Text.Json;
using Codec.UnityPackage;

// Packages that the netstandard2.1 build needs and Unity does not contain. Each is one assembly with the name of the package. If a dependency is not
// listed, the program stops. Add it here and to the table in docs/unity.md, with the reason.
string[] dependencies = ["Microsoft.Bcl.AsyncInterfaces", "Microsoft.Bcl.TimeProvider", "System.IO.Pipelines", "System.Runtime.CompilerServices.Unsafe"];

DirectoryInfo output = new(AppContext.BaseDirectory);
string configuration = output.Parent!.Name;
string repository = output.Parent.Parent!.Parent!.Parent!.Parent!.FullName;
string version = File.ReadAllText(InRepository("VERSION")).Trim();
string sources = InRepository("unity", PackageMeta.Package);
string folder = args.Length > 0 ? Path.GetFullPath(args[0]) : InRepository("artifacts", "unity");
string target = Path.Combine(folder, PackageMeta.Package);
if (args.Length > 1 || target == sources)
{
    Console.Error.WriteLine("usage: dotnet run -c Release --project eng/Codec.UnityPackage [FOLDER]; the folder unity has the sources of the package.");
    return 2;
}

SortedDictionary<string, byte[]> files = new(StringComparer.Ordinal);
foreach (string path in Directory.GetFiles(sources, "*", SearchOption.AllDirectories))
{
    files.Add(Path.GetRelativePath(sources, path).Replace('\\', '/'), File.ReadAllBytes(path));
}

// The importer's version is a number, so that schemas are imported again after an update.
Version number = Version.Parse(version);
Replace("package.json", $"\"name\": \"{PackageMeta.Package}\",", $"\"name\": \"{PackageMeta.Package}\",\n  \"version\": \"{version}\",");
Replace("Editor/SchemaImporter.cs", "Version = 1;", $"Version = {(((number.Major * 1000) + number.Minor) * 1000) + number.Build};");
files.Add("LICENSE.md", File.ReadAllBytes(InRepository("LICENSE")));
files.Add("Runtime/Codec.dll", File.ReadAllBytes(Built("Codec", "netstandard2.1", "Codec.dll")));
// The documentation that an editor shows beside a name.
files.Add("Runtime/Codec.xml", File.ReadAllBytes(Built("Codec", "netstandard2.1", "Codec.xml")));
foreach (string assembly in Packages())
{
    files.Add($"Runtime/Dependencies/{Path.GetFileName(assembly)}", File.ReadAllBytes(assembly));
}

files.Add("Editor/Codec.Schema.dll", File.ReadAllBytes(Built("compiler/Codec.Schema", "netstandard2.0", "Codec.Schema.dll")));
files.Add("Generator/Codec.SourceGenerator.dll", File.ReadAllBytes(Built("compiler/Codec.SourceGenerator", "netstandard2.0", "Codec.SourceGenerator.dll")));
foreach ((string path, string meta) in PackageMeta.Of([.. files.Keys]))
{
    files.Add(path, Encoding.UTF8.GetBytes(meta));
}

if (Directory.Exists(target))
{
    Directory.Delete(target, recursive: true);
}

string archive = Path.Combine(folder, $"{PackageMeta.Package}-{version}.tgz");
Directory.CreateDirectory(folder);
using (TarWriter tar = new(new GZipStream(File.Create(archive), CompressionLevel.SmallestSize), TarEntryFormat.Ustar))
{
    foreach ((string path, byte[] content) in files)
    {
        string file = Path.Combine(target, path);
        Directory.CreateDirectory(Path.GetDirectoryName(file)!);
        File.WriteAllBytes(file, content);

        // Every file of an archive of npm is below package/.
        using MemoryStream data = new(content);
        tar.WriteEntry(new UstarTarEntry(TarEntryType.RegularFile, "package/" + path)
        {
            DataStream = data,
            Mode = UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.GroupRead | UnixFileMode.OtherRead,
            ModificationTime = DateTimeOffset.UnixEpoch,
        });
    }
}

Console.WriteLine($"{target}: {files.Count} files\n{archive}: {new FileInfo(archive).Length} bytes");
return 0;

string InRepository(params ReadOnlySpan<string> parts) => Path.Combine([repository, .. parts]);

string Built(string project, string framework, string file) => InRepository(project, "bin", configuration, framework, file);

void Replace(string path, string before, string after)
{
    string text = Encoding.UTF8.GetString(files[path]);
    files[path] = text.Contains(before, StringComparison.Ordinal)
        ? Encoding.UTF8.GetBytes(text.Replace(before, after, StringComparison.Ordinal))
        : throw new InvalidDataException($"{path} lacks {before}");
}

// Returns the assemblies of the NuGet packages that the build has resolved.
string[] Packages()
{
    using JsonDocument resolved = JsonDocument.Parse(File.ReadAllBytes(Built("Codec", "netstandard2.1", "Codec.deps.json")));
    string cache = Environment.GetEnvironmentVariable("NUGET_PACKAGES")
        ?? Path.Combine(Environment.GetFolderPath(Environment.SpecialFolder.UserProfile), ".nuget", "packages");
    string runtime = resolved.RootElement.GetProperty("runtimeTarget").GetProperty("name").GetString()!;
    List<string> found = [];
    foreach (JsonProperty entry in resolved.RootElement.GetProperty("targets").GetProperty(runtime).EnumerateObject())
    {
        JsonElement library = resolved.RootElement.GetProperty("libraries").GetProperty(entry.Name);
        if (library.GetProperty("type").GetString() == "package" && entry.Value.TryGetProperty("runtime", out JsonElement assemblies))
        {
            found.AddRange(assemblies.EnumerateObject().Select(file => Path.Combine(cache, library.GetProperty("path").GetString()!, file.Name)));
        }
    }

    string actual = string.Join(", ", found.Select(Path.GetFileNameWithoutExtension).Order(StringComparer.Ordinal));
    return actual == string.Join(", ", dependencies)
        ? [.. found]
        : throw new InvalidDataException($"The build needs {actual}; expected {string.Join(", ", dependencies)}.");
}
