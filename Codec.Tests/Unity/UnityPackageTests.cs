using System.Formats.Tar;

namespace Codec.Tests.Unity;

/// <summary>Tests that the package meets Unity's requirements: manifest, assembly definitions, meta files and archive.</summary>
internal sealed partial class UnityPackageTests
{
    // All files of the package, so that no file is added by accident.
    private static readonly string[] Expected =
    [
        "CHANGELOG.md", "LICENSE.md", "README.md", "Third Party Notices.md", "package.json",
        "Editor/*.cs", "Editor/Codec.Packets.Editor.asmdef", "Editor/Codec.Schema.dll",
        "Generator/AssemblyInfo.cs", "Generator/Codec.Packets.Generator.asmdef", "Generator/Codec.SourceGenerator.dll",
        "Runtime/Codec.Packets.asmdef", "Runtime/Codec.dll", "Runtime/Codec.xml", "Runtime/link.xml",
        "Runtime/Dependencies/Microsoft.Bcl.AsyncInterfaces.dll", "Runtime/Dependencies/Microsoft.Bcl.TimeProvider.dll",
        "Runtime/Dependencies/System.IO.Pipelines.dll", "Runtime/Dependencies/System.Runtime.CompilerServices.Unsafe.dll",
        "Runtime/WebGL/*.cs", "Runtime/WebGL/*.jslib",
        "Samples~/MovingCubes/*.cs", "Samples~/MovingCubes/MovingCubes.asmdef", "Samples~/MovingCubes/README.md", "Samples~/MovingCubes/cubes.fbs",
    ];

    private static readonly string[] AssemblyDefinitionFields =
    [
        "name", "rootNamespace", "references", "includePlatforms", "excludePlatforms", "allowUnsafeCode", "overrideReferences", "precompiledReferences",
        "autoReferenced", "defineConstraints", "versionDefines", "noEngineReferences",
    ];

    [Test]
    public void Every_file_is_expected_and_has_content()
    {
        string[] files = [.. UnityPackage.Files().Where(file => !file.EndsWith(".meta", StringComparison.Ordinal))];
        Assert.That(files.Where(file => !Expected.Any(pattern => Regex.IsMatch(file, "^" + Regex.Escape(pattern).Replace(@"\*", "[^/]*", StringComparison.Ordinal) + "$"))), Is.Empty);
        Assert.That(Expected.Where(pattern => !pattern.Contains('*', StringComparison.Ordinal)), Is.SubsetOf(files));
        Assert.That(files.Where(file => new FileInfo(UnityPackage.PathOf(file)).Length == 0), Is.Empty);
    }

    [Test]
    public void Each_assembly_that_others_refer_to_is_in_netstandard_or_in_the_package_which_has_no_other()
    {
        string[] needed = [.. UnityPackage.RuntimeAssemblies.SelectMany(AssemblyReferences.NamesIn).Distinct()];
        Assert.That(needed, Is.SubsetOf(UnityPackage.RuntimeAssemblies.Concat(NetStandard.References).Select(Path.GetFileNameWithoutExtension).ToArray()));
        Assert.That(Directory.GetFiles(UnityPackage.PathOf("Runtime/Dependencies"), "*.dll").Select(Path.GetFileNameWithoutExtension), Is.SubsetOf(needed));
    }

    [Test]
    public void The_manifest_has_what_the_package_manager_requires()
    {
        using JsonDocument manifest = JsonDocument.Parse(File.ReadAllText(UnityPackage.PathOf("package.json")));
        JsonElement root = manifest.RootElement;
        Assert.That(root.GetProperty("name").GetString(), Is.EqualTo(UnityPackage.Name).And.Matches("^[a-z0-9._-]{1,50}$"));
        Assert.That(root.GetProperty("version").GetString(), Is.EqualTo(Repository.Version));
        Assert.That(root.GetProperty("unity").GetString(), Does.Match(@"^\d{4}\.\d$"));
        Assert.That(root.GetProperty("license").GetString(), Is.EqualTo("Apache-2.0"));
        Assert.That(root.GetProperty("displayName").GetString(), Is.Not.Empty);
        Assert.That(root.GetProperty("description").GetString(), Is.Not.Empty);
        Assert.That(root.GetProperty("author").GetProperty("name").GetString(), Is.Not.Empty);
        Assert.That(root.GetProperty("dependencies").EnumerateObject(), Is.Empty);
        foreach (JsonElement sample in root.GetProperty("samples").EnumerateArray())
        {
            Assert.That(sample.EnumerateObject().Select(property => property.Name), Is.EquivalentTo((string[])["displayName", "description", "path"]));
            Assert.That(Directory.Exists(UnityPackage.PathOf(sample.GetProperty("path").GetString()!)), Is.True);
        }
    }

    [Test]
    public void The_version_of_the_importer_is_that_of_the_package_so_that_schemas_are_imported_again_after_an_update()
    {
        Version version = Version.Parse(Repository.Version);
        int number = (((version.Major * 1000) + version.Minor) * 1000) + version.Build;
        Assert.That(File.ReadAllText(UnityPackage.PathOf("Editor/SchemaImporter.cs")), Does.Contain($"const int Version = {number};"));
    }

    [Test]
    public void Assembly_definitions_reference_only_existing_assemblies()
    {
        string[] files = UnityPackage.Files();
        Dictionary<string, JsonElement> definitions = files.Where(file => file.EndsWith(".asmdef", StringComparison.Ordinal))
            .ToDictionary(file => file, file => JsonDocument.Parse(File.ReadAllText(UnityPackage.PathOf(file))).RootElement);
        string[] names = [.. definitions.Values.Select(definition => definition.GetProperty("name").GetString()!)];
        string[] libraries = [.. files.Where(file => file.EndsWith(".dll", StringComparison.Ordinal)).Select(file => Path.GetFileName(file)!)];
        foreach ((string file, JsonElement definition) in definitions)
        {
            IEnumerable<string?> Values(string field) => definition.GetProperty(field).EnumerateArray().Select(value => value.GetString());
            Assert.That(definition.EnumerateObject().Select(property => property.Name), Is.EquivalentTo(AssemblyDefinitionFields), file);
            Assert.That(Path.GetFileNameWithoutExtension(file), Is.EqualTo(definition.GetProperty("name").GetString()));
            Assert.That(Values("references"), Is.SubsetOf(names), file);
            Assert.That(Values("precompiledReferences"), Is.SubsetOf(libraries), file);
            Assert.That(Values("precompiledReferences").Any(), Is.False.Or.EqualTo(definition.GetProperty("overrideReferences").GetBoolean()), file);
            Assert.That(Values("includePlatforms"), Is.EqualTo(file.Contains("Editor/", StringComparison.Ordinal) ? (string[])["Editor"] : []), file);
        }

        Assert.That(names, Is.Unique);
    }

    [Test]
    public void Every_imported_file_and_folder_has_a_meta_file_and_there_are_no_other_meta_files()
    {
        string root = UnityPackage.PathOf("");
        string[] imported = [.. Directory.EnumerateFileSystemEntries(root, "*", SearchOption.AllDirectories)
            .Select(path => Path.GetRelativePath(root, path).Replace('\\', '/')).Where(path => !path.EndsWith('~') && !path.EndsWith(".meta", StringComparison.Ordinal))];
        Assert.That(
            UnityPackage.Files().Where(file => file.EndsWith(".meta", StringComparison.Ordinal)), Is.EquivalentTo(imported.Select(path => path + ".meta")));
    }

    [Test]
    public void Guids_are_unique_and_do_not_change()
    {
        Dictionary<string, string> guids = UnityPackage.Files().Where(file => file.EndsWith(".meta", StringComparison.Ordinal))
            .ToDictionary(file => file, file => Guid().Match(Meta(file)).Groups[1].Value);
        Assert.That(guids.Values, Is.Unique.And.All.Length.EqualTo(32));

        // Users' scenes and assembly definitions refer to these GUIDs, so changing them breaks projects.
        Assert.That(guids["Runtime/Codec.Packets.asmdef.meta"], Is.EqualTo("54442514fc44f052b18c28c67c5cc9f2"));
        Assert.That(guids["Runtime/Codec.dll.meta"], Is.EqualTo("5d0f0f32c6316fa17b650e25b6ea1123"));
        Assert.That(Meta("Samples~/MovingCubes/cubes.fbs.meta"), Does.Contain($"script: {{fileID: 11500000, guid: {guids["Editor/SchemaImporter.cs.meta"]}, type: 3}}"));
    }

    [Test]
    public void The_generator_is_an_analyzer_and_no_plugin()
    {
        string meta = Meta("Generator/Codec.SourceGenerator.dll.meta");
        Assert.That(meta, Does.Contain("labels:\n- RoslynAnalyzer\n").And.Not.Contain("enabled: 1"));
        Assert.That(Meta("Editor/Codec.Schema.dll.meta"), Does.Match(@"Any: \n    second:\n      enabled: 0\n(.|\n)*Editor: Editor\n    second:\n      enabled: 1\n"));
        Assert.That(Meta("Runtime/Codec.dll.meta"), Does.Match(@"Any: \n    second:\n      enabled: 1\n").And.Contain("defineConstraints: []"));
    }

    [Test]
    public void A_project_can_leave_out_a_dependency_that_it_has_already()
    {
        Assert.That(Meta("Runtime/Dependencies/System.IO.Pipelines.dll.meta"), Does.Contain("defineConstraints:\n  - '!CODEC_WITHOUT_SYSTEM_IO_PIPELINES'\n"));
        string page = Repository.Read("docs/unity.md");
        string notices = File.ReadAllText(UnityPackage.PathOf("Third Party Notices.md"));
        foreach (string name in Directory.GetFiles(UnityPackage.PathOf("Runtime/Dependencies"), "*.dll").Select(path => Path.GetFileNameWithoutExtension(path)!))
        {
            Assert.That(page, Does.Contain($"| `{name}` |").And.Contain($"`CODEC_WITHOUT_{name.ToUpperInvariant().Replace('.', '_')}`"));
            Assert.That(notices, Does.Contain($"- {name}\n"));
        }
    }

    [Test]
    public void No_file_contains_a_path_of_the_build_machine()
    {
        // Searches text files and the names of symbol files, which assemblies contain in UTF-8.
        foreach (string folder in new[] { Repository.Root, Environment.GetFolderPath(Environment.SpecialFolder.UserProfile) })
        {
            byte[] name = Encoding.UTF8.GetBytes(folder);
            Assert.That(UnityPackage.Files().Where(file => File.ReadAllBytes(UnityPackage.PathOf(file)).AsSpan().IndexOf(name) >= 0), Is.Empty, folder);
        }
    }

    [Test]
    public void The_archive_contains_exactly_the_files_of_the_package()
    {
        Dictionary<string, byte[]> entries = [];
        using (TarReader reader = new(new GZipStream(File.OpenRead(UnityPackage.ArchiveIn(UnityPackage.Output)), CompressionMode.Decompress)))
        {
            while (reader.GetNextEntry() is { } entry)
            {
                using MemoryStream content = new();
                entry.DataStream?.CopyTo(content);
                entries.Add(entry.Name, content.ToArray());
            }
        }

        Assert.That(entries.Keys, Is.EqualTo(UnityPackage.Files().Select(file => "package/" + file)));
        Assert.That(entries.Where(entry => !File.ReadAllBytes(UnityPackage.PathOf(entry.Key["package/".Length..])).AsSpan().SequenceEqual(entry.Value)), Is.Empty);
    }

    private static string Meta(string file) => File.ReadAllText(UnityPackage.PathOf(file));

    [GeneratedRegex("^guid: ([0-9a-f]+)$", RegexOptions.Multiline)]
    private static partial Regex Guid();
}
