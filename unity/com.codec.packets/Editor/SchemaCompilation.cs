using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text;
using Codec.Schema;
using Codec.Schema.CSharp;
using Codec.Schema.Diagnostics;
using Codec.Schema.Model;

namespace Codec.Unity.Editor
{
    /// <summary>The result of compiling schemas of the project: diagnostics, and C# if there is no error.</summary>
    public sealed class SchemaCompilation
    {
        private readonly string[] _names;

        private SchemaCompilation(SchemaResult result, CSharpOptions options, IReadOnlyList<string> paths, IReadOnlyList<string> includes)
        {
            _names = paths.Select(Path.GetFileName).ToArray();
            Diagnostics = result.Diagnostics;
            Includes = includes;
            IsSuccess = result.Model != null;
            Files = result.Model == null ? Array.Empty<GeneratedFile>() : (IReadOnlyList<GeneratedFile>)CSharpEmitter.Emit(result.Model, options);
        }

        /// <summary>Gets a value indicating whether there are no errors.</summary>
        public bool IsSuccess { get; }

        /// <summary>Gets the errors and warnings. Their paths are those of assets.</summary>
        public IReadOnlyList<SchemaDiagnostic> Diagnostics { get; }

        /// <summary>Gets the C# of the types that the schemas declare, without those of included files. Empty if there is an error.</summary>
        public IReadOnlyList<GeneratedFile> Files { get; }

        /// <summary>Gets the paths where included files were searched. The result is another if such a file is changed, created or deleted.</summary>
        public IReadOnlyList<string> Includes { get; }

        /// <summary>Compiles schemas.</summary>
        /// <param name="paths">Paths of assets, relative to the project's folder, with forward slashes.</param>
        /// <returns>The result. Packet ids and names are unique over all schemas.</returns>
        /// <exception cref="IOException">A file cannot be read.</exception>
        public static SchemaCompilation Of(params string[] paths)
        {
            SortedSet<string> includes = new SortedSet<string>(StringComparer.Ordinal);
            SchemaSource Find(string path)
            {
                string asset = Simplify(path);
                if (asset.Length > 0)
                {
                    includes.Add(asset);
                }

                return File.Exists(asset) ? Read(asset) : null;
            }

            SchemaResult result = SchemaCompiler.Compile(paths.Select(Read), Find);

            // An included schema is another asset with its own C#.
            IEnumerable<string> external = result.Model?.Files.Where(file => !file.IsRoot).Select(file => file.Path) ?? Array.Empty<string>();
            CSharpOptions options = new CSharpOptions { ExternalFiles = new EquatableArray<string>(external) };
            includes.ExceptWith(paths);
            return new SchemaCompilation(CSharpEmitter.Check(result, options), options, paths, includes.ToArray());
        }

        /// <summary>Compiles schemas that another program may have locked.</summary>
        /// <param name="showError">Shows a message if a schema, or a file that it includes, cannot be read.</param>
        /// <param name="paths">Paths of assets, relative to the project's folder, with forward slashes.</param>
        /// <returns>The result, or <see langword="null"/> if a file cannot be read.</returns>
        public static SchemaCompilation TryOf(Action<string> showError, params string[] paths)
        {
            try
            {
                return Of(paths);
            }
            catch (Exception exception) when (exception is IOException || exception is UnauthorizedAccessException)
            {
                string schemas = paths.Length == 1 ? "'" + paths[0] + "'" : paths.Length + " schemas";
                showError("Codec: " + schemas + " cannot be compiled, because a file cannot be read: " + exception.Message);
                return null;
            }
        }

        /// <summary>
        /// Writes the C# to a folder, and deletes the C# of types that the schemas no longer declare. Other files are kept, also the C# of other schemas.
        /// </summary>
        /// <param name="folder">The folder. It is created if there is anything to write.</param>
        /// <param name="showError">Shows a message about a file that cannot be read, written or deleted. The other files are written.</param>
        /// <returns>The number of files that were written or deleted; 0 if everything was up to date or there is an error.</returns>
        public int WriteTo(string folder, Action<string> showError)
        {
            if (!IsSuccess)
            {
                return 0;
            }

            int changes = 0;
            foreach (GeneratedFile file in Files)
            {
                string path = Path.Combine(folder, file.Name);
                changes += TryChange(path, () => Write(path, file.Text), showError);
            }

            string[] existing = Directory.Exists(folder) ? Directory.GetFiles(folder, "*.g.cs").Select(Path.GetFileName).ToArray() : Array.Empty<string>();
            foreach (string name in GeneratedFile.FindOthers(Files.Select(file => file.Name), existing))
            {
                string path = Path.Combine(folder, name);
                changes += TryChange(path, () => DeleteOwn(path), showError);
            }

            return changes;
        }

        // Version control may make files read-only until they are checked out.
        private static int TryChange(string path, Func<bool> change, Action<string> showError)
        {
            try
            {
                return change() ? 1 : 0;
            }
            catch (Exception exception) when (exception is IOException || exception is UnauthorizedAccessException)
            {
                showError("Codec: '" + path + "' cannot be updated; expected a file that is not read-only: " + exception.Message);
                return 0;
            }
        }

        private static bool Write(string path, string text)
        {
            if (File.Exists(path) && File.ReadAllText(path).Replace("\r\n", "\n") == text)
            {
                return false;
            }

            Directory.CreateDirectory(Path.GetDirectoryName(path));
            File.WriteAllText(path, text, new UTF8Encoding(false));
            return true;
        }

        // Several schemas may use the same folder.
        private bool DeleteOwn(string path)
        {
            if (!_names.Contains(CSharpEmitter.SchemaOf(File.ReadAllText(path))))
            {
                return false;
            }

            File.Delete(path + ".meta");
            File.Delete(path);
            return true;
        }

        private static SchemaSource Read(string path) => SchemaSource.Decode(path, File.ReadAllBytes(path));

        // The compiler needs the same path for a file each time, however the path is written. On Windows, folders of the framework have backslashes.
        private static string Simplify(string path)
        {
            List<string> parts = new List<string>();
            foreach (string part in path.Replace('\\', '/').Split('/'))
            {
                if (part == ".." && parts.Count > 0 && parts[parts.Count - 1] != "..")
                {
                    parts.RemoveAt(parts.Count - 1);
                }
                else if (part != "." && (part.Length > 0 || parts.Count == 0))
                {
                    parts.Add(part);
                }
            }

            return string.Join("/", parts);
        }
    }
}
