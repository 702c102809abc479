namespace Codec.Schema.Cpp;

/// <summary>Finds schemas of one run whose generated C++ would have the same names, and types whose names are taken.</summary>
internal static class CppCheck
{
    // The standard library and this one have types in these namespaces and below, and future versions may add more.
    private static readonly string[] ReservedNamespaces = ["std", "codec"];

    /// <summary>
    /// Adds a diagnostic for each schema whose header, protocol hash or list of packets would have the same name as that of another schema,
    /// and for each type whose name is a namespace, or belongs to a library.
    /// </summary>
    /// <param name="result">The result of the compilation.</param>
    /// <param name="suffix">The suffix that follows the name of the schema in the name of a header.</param>
    /// <param name="options">The options of the generated code.</param>
    /// <returns>The result with the added diagnostics. If one is an error, the result has no model.</returns>
    /// <exception cref="ArgumentNullException">The result is null.</exception>
    public static SchemaResult Run(SchemaResult result, string suffix, CppOptions options)
    {
        _ = result ?? throw new ArgumentNullException(nameof(result));
        string enclosing = options.Namespace;
        List<string> written = result.Model is null ? [] : options.Written(result.Model);

        // A header includes those of included files, also if they are not written.
        List<string> named = result.Model is null ? [] : (options with { HasNoIncludes = false }).Written(result.Model);
        const string Advice = "rename one of the schemas, or keep their folders with --keep-prefix";
        List<SchemaDiagnostic> found = [.. FileNameCheck.Find(named, path => options.NameOf(path) + suffix, Advice)];
        HashSet<string> rejected = new(found.Select(diagnostic => diagnostic.Span.Path), StringComparer.Ordinal);
        Dictionary<string, string> scopes = new(StringComparer.Ordinal);
        Dictionary<string, string> lists = new(StringComparer.Ordinal);
        foreach (string path in written)
        {
            string scope = CppNames.Scope(options.NameOf(path), CppNames.OwnPath(enclosing));
            if (!rejected.Contains(path) && FindOrAddOwner(scopes, scope, path) is string other)
            {
                found.Add(HashNameTaken(
                    path,
                    $"The protocol hashes of '{path}' and '{other}' are both '{scope}::protocol_hash', so neither is written; "
                        + "expected another file name."));
            }

            if (CppList.FullName(result.Model!, path, options.NameOf(path)) is string list
                && FindOrAddOwner(lists, list, path) is string first)
            {
                found.Add(HashNameTaken(
                    path,
                    $"The packet lists of '{path}' and '{first}' are both '{CppNames.OwnPath(Within(enclosing, list))}', "
                        + "so neither is written; expected another file name."));
            }
        }

        found.AddRange(result.Model is null ? [] : TakenTypeNames(result.Model, enclosing));
        return result.With(found);
    }

    private static IEnumerable<SchemaDiagnostic> TakenTypeNames(SchemaModel model, string enclosing)
    {
        HashSet<(string Scope, string Name)> namespaces = CppTypeNames.Namespaces(model);
        foreach (Definition definition in model.Types)
        {
            string scope = Within(enclosing, definition.Namespace);
            string first = scope.Split('.')[0];
            string? message =
                namespaces.Contains((definition.Namespace, definition.Name)) ? "is a type and a namespace; expected another name."
                : scope.Length == 0 && ReservedNamespaces.Contains(definition.Name)
                    ? "is a type and a namespace of a library; expected another name."
                : ReservedNamespaces.Contains(first)
                    ? $"is in the C++ namespace '{CppNames.OwnPath(scope)}', which belongs to a library; expected another namespace."
                : null;
            if (message is not null)
            {
                yield return SchemaDiagnostic.Create(SchemaRule.TypeNameTakenInCpp, definition.Span, $"'{definition.FullName}' {message}");
            }
        }
    }

    private static string Within(string enclosing, string name) =>
        enclosing.Length > 0 && name.Length > 0 ? $"{enclosing}.{name}" : enclosing + name;

    /// <summary>
    /// Returns the schema that already has the name. If there is none, registers the name for the schema and returns null.
    /// </summary>
    private static string? FindOrAddOwner(Dictionary<string, string> owners, string name, string path)
    {
        if (owners.TryGetValue(name, out string? other))
        {
            return other;
        }

        owners.Add(name, path);
        return null;
    }

    private static SchemaDiagnostic HashNameTaken(string path, string message) =>
        SchemaDiagnostic.Create(SchemaRule.HashNameTaken, new SourceSpan(path, 0, 0, 1, 1), message);
}
