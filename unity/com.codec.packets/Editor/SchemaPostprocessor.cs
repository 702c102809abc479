using UnityEditor;
using UnityEngine;

namespace Codec.Unity.Editor
{
    /// <summary>Writes the C# of imported schemas. An importer must not create other assets, so this runs after the import.</summary>
    public sealed class SchemaPostprocessor : AssetPostprocessor
    {
        private static void OnPostprocessAllAssets(string[] importedAssets, string[] deletedAssets, string[] movedAssets, string[] movedFromAssetPaths)
        {
            int changes = 0;
            foreach (string path in importedAssets)
            {
                if (SchemaImporter.IsInAssets(path)
                    && AssetImporter.GetAtPath(path) is SchemaImporter importer
                    && importer.WritesCSharp
                    && SchemaCompilation.TryOf(Debug.LogError, path) is SchemaCompilation compilation)
                {
                    changes += compilation.WriteTo(importer.FolderOf(path), Debug.LogError);
                }
            }

            if (changes > 0)
            {
                AssetDatabase.Refresh();
            }
        }
    }
}
