using System;
using System.IO;
using System.Linq;
using UnityEditor;
using UnityEngine;

namespace Codec.Unity.Editor
{
    /// <summary>The commands of the menu Assets &gt; Codec.</summary>
    public static class SchemaMenu
    {
        private const string Extension = ".fbs";

        [MenuItem("Assets/Codec/Generate C#", true)]
        private static bool HasSelectedSchemas() => SelectedSchemas().Length > 0;

        [MenuItem("Assets/Codec/Generate C#")]
        private static void GenerateSelected()
        {
            int changes = 0;
            foreach (string path in SelectedSchemas())
            {
                SchemaCompilation compilation = SchemaCompilation.TryOf(Debug.LogError, path);
                if (compilation == null)
                {
                    continue;
                }

                SchemaConsole.Show(compilation);
                if (AssetImporter.GetAtPath(path) is SchemaImporter importer)
                {
                    if (importer.WritesCSharp)
                    {
                        changes += compilation.WriteTo(importer.FolderOf(path), Debug.LogError);
                    }
                    else
                    {
                        Debug.LogWarning("Codec: no C# is written for '" + path + "', because its inspector turns it off.");
                    }
                }
            }

            Debug.Log("Codec: " + changes + " files changed.");
            AssetDatabase.Refresh();
        }

        [MenuItem("Assets/Codec/Check All Schemas")]
        private static void CheckAll()
        {
            // All schemas are compiled together. Two schemas that use the same packet id are an error here, but not when each one is imported.
            string[] paths = AssetDatabase.GetAllAssetPaths().Where(IsSchema).ToArray();
            SchemaCompilation compilation = SchemaCompilation.TryOf(Debug.LogError, paths);
            if (compilation != null)
            {
                SchemaConsole.Show(compilation);
                Debug.Log("Codec: " + paths.Length + " schemas, " + (compilation.IsSuccess ? "no errors." : "with errors."));
            }
        }

        private static string[] SelectedSchemas() => Selection.assetGUIDs.Select(AssetDatabase.GUIDToAssetPath)
            .Where(path => IsSchema(path) && SchemaImporter.IsInAssets(path)).ToArray();

        // Unity also lists folders, and files that were deleted after its last refresh.
        private static bool IsSchema(string path) =>
            string.Equals(Path.GetExtension(path), Extension, StringComparison.OrdinalIgnoreCase) && File.Exists(path);
    }
}
