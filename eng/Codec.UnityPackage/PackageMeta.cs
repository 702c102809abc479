using System;
using System.Collections.Generic;
using System.Diagnostics.CodeAnalysis;
using System.IO;
using System.Linq;
using System.Security.Cryptography;
using System.Text;

namespace Codec.UnityPackage;

/// <summary>The .meta files of the package, in which Unity has a GUID and the settings of its importer for each file and folder.</summary>
internal static class PackageMeta
{
    public const string Package = "com.codec.packets";
    private const string NoBundle = "  userData: \n  assetBundleName: \n  assetBundleVariant: \n";

    /// <summary>Returns the path and the text of the .meta file of each path and of the folders around it.</summary>
    public static IEnumerable<(string Path, string Text)> Of(IReadOnlyCollection<string> paths)
    {
        // Unity does not import a folder whose name ends with ~. When its content is copied into a project, the .meta files are copied, too.
        IEnumerable<string> folders = paths.SelectMany(FoldersOf).Distinct().Where(folder => !folder.EndsWith('~'));
        return paths.Select(path => (path, Settings(path))).Concat(folders.Select(folder => (folder, $"folderAsset: yes\n{Importer("DefaultImporter")}")))
            .Select(entry => (entry.Item1 + ".meta", $"fileFormatVersion: 2\nguid: {Guid(entry.Item1)}\n{entry.Item2}"));
    }

    private static IEnumerable<string> FoldersOf(string path)
    {
        for (int end = path.LastIndexOf('/'); end > 0; end = path.LastIndexOf('/', end - 1))
        {
            yield return path[..end];
        }
    }

    [SuppressMessage("Security", "CA5351:Do Not Use Broken Cryptographic Algorithms", Justification = "The GUIDs of released files must not change.")]
    [SuppressMessage("Globalization", "CA1308:Normalize strings to uppercase", Justification = "Unity writes GUIDs in lower case.")]
    private static string Guid(string path) => Convert.ToHexStringLower(MD5.HashData(Encoding.UTF8.GetBytes($"{Package}/{path}")));

    private static string Settings(string path) => Path.GetExtension(path) switch
    {
        ".cs" => Importer("MonoImporter", "  serializedVersion: 2\n  defaultReferences: []\n  executionOrder: 0\n  icon: {instanceID: 0}\n"),
        ".asmdef" => Importer("AssemblyDefinitionImporter"),
        ".fbs" => $"ScriptedImporter:\n  internalIDToNameTable: []\n  externalObjects: {{}}\n  serializedVersion: 2\n{NoBundle}"
            + $"  script: {{fileID: 11500000, guid: {Guid("Editor/SchemaImporter.cs")}, type: 3}}\n  writeCSharp: 1\n  folder: \n",
        ".jslib" => Plugin("WebGL"),
        ".dll" when path.StartsWith("Generator/", StringComparison.Ordinal) => "labels:\n- RoslynAnalyzer\n" + Plugin("None", isExplicit: true),
        ".dll" when path.StartsWith("Editor/", StringComparison.Ordinal) => Plugin("Editor", isExplicit: true),
        // If a project has the assembly from another source, it defines the symbol. Unity accepts only one assembly of a name.
        ".dll" when path.StartsWith("Runtime/Dependencies/", StringComparison.Ordinal) =>
            Plugin("Any", $"!CODEC_WITHOUT_{Path.GetFileNameWithoutExtension(path).ToUpperInvariant().Replace('.', '_')}"),
        ".dll" => Plugin("Any"),
        ".json" => Importer(path == "package.json" ? "PackageManifestImporter" : "TextScriptImporter"),
        ".md" or ".xml" => Importer("TextScriptImporter"),
        _ => throw new InvalidDataException($"{path}: no importer is known for files of this kind."),
    };

    private static string Importer(string kind, string lines = "") => $"{kind}:\n  externalObjects: {{}}\n{lines}{NoBundle}";

    private static string Plugin(string platform, string? constraint = null, bool isExplicit = false) => Importer("PluginImporter", $$"""
          serializedVersion: 2
          iconMap: {}
          executionOrder: {}
          defineConstraints:{{(constraint is null ? " []" : $"\n  - '{constraint}'")}}
          isPreloaded: 0
          isOverridable: 0
          isExplicitlyReferenced: {{(isExplicit ? 1 : 0)}}
          validateReferences: 0
          platformData:

        """
        + Platform("Any: ", platform == "Any", " {}")
        + Platform("Editor: Editor", platform == "Editor", "\n        DefaultValueInitialized: true")
        + (platform == "WebGL" ? Platform("WebGL: WebGL", true, " {}") : ""));

    private static string Platform(string key, bool isEnabled, string settings) =>
        $"  - first:\n      {key}\n    second:\n      enabled: {(isEnabled ? 1 : 0)}\n      settings:{settings}\n";
}
