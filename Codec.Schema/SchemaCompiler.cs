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
    /// <summary>After so many diagnostics the rest is not looked for: a broken file is told apart early, and hostile text cannot fill memory.</summary>
    public const int MaxDiagnostics = 100;

    /// <summary>Includes within includes: each takes stack, and no schema of people nests so deep.</summary>
    public const int MaxIncludeDepth = 64;

    /// <summary>
    /// Compiles files into one model. Each sees what it includes, itself or through others, as in flatc; names and packet ids are unique over
    /// all of them. Text that is no schema gives diagnostics, never an exception.
    /// </summary>
    /// <param name="roots">The files; one may include another of them, then with the same path.</param>
    /// <param name="resolver">Finds what they include.</param>
    /// <returns>The model, or what is wrong.</returns>
    /// <exception cref="ArgumentNullException">An argument is null.</exception>
    public static SchemaResult Compile(IEnumerable<SchemaSource> roots, IncludeResolver resolver)
    {
        SchemaSource[] sources = [.. roots ?? throw new ArgumentNullException(nameof(roots))];
        DiagnosticBag diagnostics = new();
        FileLoader loader = new(resolver ?? throw new ArgumentNullException(nameof(resolver)), diagnostics);
        List<IReadOnlyList<LoadedFile>> closures = [];
        foreach (SchemaSource source in sources)
        {
            closures.Add(loader.Load(source));
        }

        // What a broken file lacks would make errors in the sound ones.
        SchemaModel? model = diagnostics.HasErrors ? null : Bind(sources, closures, diagnostics);
        return new SchemaResult
        {
            Model = diagnostics.HasErrors ? null : model,
            Diagnostics = new EquatableArray<SchemaDiagnostic>(diagnostics.Items),
        };
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
