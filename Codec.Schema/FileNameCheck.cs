using System;
using System.Collections.Generic;
using System.Linq;
using Codec.Schema.Diagnostics;
using Codec.Schema.Model;

namespace Codec.Schema;

/// <summary>Finds schemas of one run whose generated files would have the same name.</summary>
internal static class FileNameCheck
{
    /// <summary>Returns a diagnostic for each root file whose generated file has the name of another one.</summary>
    /// <param name="model">The model, or <see langword="null"/> if the schemas have errors.</param>
    /// <param name="nameOf">A delegate that returns the name of the file that is generated for a path.</param>
    public static SchemaDiagnostic[] Find(SchemaModel? model, Func<string, string> nameOf)
    {
        List<SchemaDiagnostic> found = [];

        // Some file systems ignore the case of file names.
        Dictionary<string, string> owners = new(StringComparer.OrdinalIgnoreCase);
        foreach (string path in model?.Files.Where(file => file.IsRoot).Select(file => file.Path) ?? [])
        {
            string name = nameOf(path);
            if (!owners.TryGetValue(name, out string? owner))
            {
                owners.Add(name, path);
                continue;
            }

            found.Add(SchemaDiagnostic.Create(
                SchemaRule.FileNameTaken,
                new SourceSpan(path, 0, 0, 1, 1),
                $"'{path}' needs the file '{name}', which belongs to '{owner}'; rename the schema, or generate it in a separate run into a separate folder."));
        }

        return [.. found];
    }
}
