using System;
using System.IO;
using Codec.Schema.Diagnostics;
using UnityEditor.AssetImporters;
using UnityEngine;

namespace Codec.Unity.Editor
{
    /// <summary>Imports a schema: compiles it and reports its diagnostics. <see cref="SchemaPostprocessor"/> writes its C#.</summary>
    [ScriptedImporter(Version, "fbs")]
    public sealed class SchemaImporter : ScriptedImporter
    {
        // Unity imports all schemas again if this changes. When the package is assembled, it becomes the package's version, because the C# of a schema
        // may change with each version.
        private const int Version = 1;

        [SerializeField]
        [Tooltip("Write C# to a folder beside the schema. Clear this, and delete the folder, if the generator, another folder or another project has the types.")]
        private bool writeCSharp = true;

        [SerializeField]
        [Tooltip("The folder for the C#, relative to the schema's folder. Empty: the schema's name and \".generated\". After a change, delete the old folder.")]
        private string folder = "";

        /// <summary>Gets a value indicating whether to write C#.</summary>
        public bool WritesCSharp => writeCSharp;

        /// <summary>Gets the folder for the C# of a schema.</summary>
        /// <param name="path">The path of the schema.</param>
        /// <returns>The path of the folder.</returns>
        public string FolderOf(string path) => Path.Combine(
            Path.GetDirectoryName(path),
            string.IsNullOrEmpty(folder) ? Path.GetFileNameWithoutExtension(path) + ".generated" : folder).Replace('\\', '/');

        /// <summary>Returns whether C# may be written beside a schema. Packages from a registry or an archive are read-only.</summary>
        /// <param name="path">The path of the schema.</param>
        /// <returns>True if it is below Assets; otherwise false.</returns>
        public static bool IsInAssets(string path) => path.StartsWith("Assets/", StringComparison.Ordinal);

        /// <inheritdoc/>
        public override void OnImportAsset(AssetImportContext ctx)
        {
            TextAsset text = new TextAsset(File.ReadAllText(ctx.assetPath));
            ctx.AddObjectToAsset("schema", text);
            ctx.SetMainObject(text);

            SchemaCompilation compilation = SchemaCompilation.Of(ctx.assetPath);
            foreach (string include in compilation.Includes)
            {
                ctx.DependsOnSourceAsset(include);
            }

            foreach (SchemaDiagnostic diagnostic in compilation.Diagnostics)
            {
                if (diagnostic.Rule.Severity == SchemaSeverity.Error)
                {
                    ctx.LogImportError(SchemaConsole.TextOf(diagnostic), text);
                }
                else
                {
                    ctx.LogImportWarning(SchemaConsole.TextOf(diagnostic), text);
                }
            }
        }
    }
}
