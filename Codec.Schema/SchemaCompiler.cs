using System;
using System.Collections.Generic;
using System.Linq;
using Codec.Schema.Binding;
using Codec.Schema.Diagnostics;
using Codec.Schema.Model;
using Codec.Schema.Syntax;

namespace Codec.Schema;

/// <summary>Turns schema files into a model.</summary>
/// <remarks>Safe to call from many threads; reads no files itself.</remarks>
public static class SchemaCompiler
{
    /// <summary>The most diagnostics of a result: a broken file is recognized by fewer.</summary>
    public const int MaxDiagnostics = 100;

    /// <summary>
    /// The errors after which the search ends, so that hostile text cannot fill memory; as many warnings are kept. More than
    /// <see cref="MaxDiagnostics"/>, because they are not found in the order of the result.
    /// </summary>
    public const int MaxFound = 1000;

    /// <summary>
    /// Compiles files into one model. Each sees what it includes, itself or through others, as in flatc; names and packet ids are unique over
    /// all of them. Text that is no schema gives diagnostics, never an exception.
    /// </summary>
    /// <param name="roots">The files; one may include another of them, then with the same path.</param>
    /// <param name="reader">Reads what they include.</param>
    /// <returns>The model, or what is wrong.</returns>
    /// <exception cref="ArgumentNullException">An argument is null.</exception>
    public static SchemaResult Compile(IEnumerable<SchemaSource> roots, SchemaReader reader) => Compile(roots, reader, []);

    /// <summary>
    /// Compiles files into one model, and also searches for included files in folders. As in flatc, an included file is the first of this name
    /// in the folder of the file that includes it, in the include folders in their order, and in the folder of the root file.
    /// </summary>
    /// <param name="roots">The files; one may include another of them, then with the same path.</param>
    /// <param name="reader">Reads what they include.</param>
    /// <param name="includeFolders">The include folders: flatc's <c>-I</c>.</param>
    /// <returns>The model, or what is wrong.</returns>
    /// <exception cref="ArgumentNullException">An argument is null.</exception>
    public static SchemaResult Compile(IEnumerable<SchemaSource> roots, SchemaReader reader, IEnumerable<string> includeFolders)
    {
        SchemaSource[] sources = [.. roots ?? throw new ArgumentNullException(nameof(roots))];
        DiagnosticBag diagnostics = new();
        FileLoader loader = new(
            sources,
            reader ?? throw new ArgumentNullException(nameof(reader)),
            includeFolders ?? throw new ArgumentNullException(nameof(includeFolders)),
            diagnostics);
        List<IReadOnlyList<LoadedFile>> closures = [];
        foreach (SchemaSource source in sources)
        {
            closures.Add(loader.Load(source));
        }

        // What a broken file lacks would make errors in the sound ones.
        diagnostics.IsIncomplete = diagnostics.HasErrors;
        SchemaModel model = Bind(sources, closures, diagnostics);
        return SchemaResult.Create(model, diagnostics.Items, diagnostics.Items.Count, loader.Order);
    }

    /// <summary>
    /// The files that no other of them includes. A host that has the files of a project without knowing which are roots compiles these: an
    /// included file may need the folder of its root to find what it includes. Of files that include each other, one is kept.
    /// </summary>
    internal static IReadOnlyList<SchemaSource> WithoutIncluded(
        IReadOnlyList<SchemaSource> sources, SchemaReader reader, IReadOnlyCollection<string> includeFolders)
    {
        FileLoader loader = new(sources, reader, includeFolders, new DiagnosticBag());
        Dictionary<string, HashSet<string>> seen = sources.ToDictionary(
            source => source.Path, source => new HashSet<string>(loader.Load(source).Select(file => file.Syntax.Source.Path)));
        HashSet<string> kept = [.. seen.Keys];
        foreach (SchemaSource source in sources)
        {
            if (kept.Any(other => other != source.Path && seen[other].Contains(source.Path)))
            {
                kept.Remove(source.Path);
            }
        }

        // A file that one root sees through another, which sees less when it is included itself, is kept.
        return [.. sources.Where(source => kept.Contains(source.Path) || !kept.Any(other => seen[other].Contains(source.Path)))];
    }

    private static SchemaModel Bind(SchemaSource[] sources, List<IReadOnlyList<LoadedFile>> closures, DiagnosticBag diagnostics)
    {
        HashSet<string> roots = [.. sources.Select(source => source.Path)];
        ModelBuilder model = new(diagnostics);
        foreach (IReadOnlyList<LoadedFile> closure in closures)
        {
            Binder binder = new(diagnostics);
            foreach (LoadedFile file in closure)
            {
                model.Add(binder.Bind(file.Syntax, roots.Contains(file.Syntax.Source.Path), file.Includes));
            }

            binder.Finish(model);
        }

        return model.ToModel();
    }
}
