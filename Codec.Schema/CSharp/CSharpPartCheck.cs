using System;
using System.Collections.Generic;
using System.Linq;
using Codec.Schema.Diagnostics;
using Codec.Schema.Model;

namespace Codec.Schema.CSharp;

/// <summary>Finds types that lack a part of a type that uses them. The C# of the latter would not compile.</summary>
public static class CSharpPartCheck
{
    /// <summary>Adds an error for each file that uses types of a file with fewer parts. If there are errors, the result has no model.</summary>
    /// <param name="result">The result of the compilation.</param>
    /// <param name="options">The options of the generated code.</param>
    /// <returns>The result with the added diagnostics.</returns>
    /// <exception cref="ArgumentNullException">An argument is null.</exception>
    public static SchemaResult Check(SchemaResult result, CSharpOptions options)
    {
        _ = result ?? throw new ArgumentNullException(nameof(result));
        _ = options ?? throw new ArgumentNullException(nameof(options));
        return result.Model is null || options.FileParts.Count == 0 ? result : result.With(Run(result.Model, options));
    }

    private static List<SchemaDiagnostic> Run(SchemaModel model, CSharpOptions options)
    {
        Dictionary<string, Definition> definitions = new(StringComparer.Ordinal);
        foreach (Definition definition in model.Tables.Concat<Definition>(model.Unions).Concat(model.Structs))
        {
            definitions[definition.FullName] = definition;
        }

        HashSet<string> external = new(options.ExternalFiles, StringComparer.Ordinal);
        HashSet<(string User, string Used, CSharpParts Missing)> known = [];
        List<SchemaDiagnostic> found = [];
        foreach ((_, _, SourceSpan place, string type) in CSharpUses.Find(model))
        {
            if (!definitions.TryGetValue(type, out Definition? definition))
            {
                continue;
            }

            // Structs are generated whatever the parts are.
            string used = definition.Span.Path;
            CSharpParts needed = options.PartsOf(place.Path) & (definition is StructDefinition ? CSharpParts.None : ~CSharpParts.None);
            CSharpParts missing = needed & ~options.PartsOf(used);
            if (missing != CSharpParts.None && !external.Contains(used) && !external.Contains(place.Path) && known.Add((place.Path, used, missing)))
            {
                found.Add(SchemaDiagnostic.Create(
                    SchemaRule.InvalidParts,
                    place,
                    $"'{type}' is generated without {CSharpPartNames.ToText(missing)}, which its user needs; add them to the parts of '{used}'."));
            }
        }

        return found;
    }
}
