namespace Codec.Schema.Cpp;

/// <summary>Finds schemas of one run whose generated C++ would have the same names, and types whose names are taken.</summary>
internal static class CppCheck
{
    // The standard library and this one have types in these namespaces and below, and future versions may add more.
    private static readonly string[] ReservedNamespaces = ["std", "codec"];

    /// <summary>
    /// Returns a diagnostic for each schema whose header, protocol hash or list of packets would have the same name as that of another
    /// schema, and for each type whose name is a namespace, or belongs to a library.
    /// </summary>
    public static IEnumerable<SchemaDiagnostic> Find(SchemaModel model, CppOptions options)
    {
        string enclosing = options.Namespace;

        // A header includes those of included files, also if they are not written.
        List<string> named = (options with { HasNoIncludes = false }).Written(model);
        const string Advice = "rename one of the schemas, or keep their folders with --keep-prefix";
        SchemaDiagnostic[] rejected = [.. FileNameCheck.Find(named, path => options.NameOf(path) + CppMessageEmitter.Suffix, Advice)];
        List<string> written = options.Written(model);
        return
        [
            .. rejected,
            .. FileNameCheck.FindConstants(
                written.Except(rejected.Select(diagnostic => diagnostic.Span.Path)),
                "protocol hashes",
                path => CppNames.Scope(options.NameOf(path), CppNames.Path(enclosing)),
                scope => scope + "::protocol_hash"),
            .. FileNameCheck.FindConstants(
                written,
                "packet lists",
                path => CppList.FullName(model, path, options.NameOf(path)),
                list => CppNames.Path(Within(enclosing, list))),
            .. TakenTypeNames(model, enclosing),
        ];
    }

    private static IEnumerable<SchemaDiagnostic> TakenTypeNames(SchemaModel model, string enclosing)
    {
        HashSet<string> namespaces = model.Namespaces;
        foreach (Definition definition in model.Types)
        {
            string scope = Within(enclosing, definition.Namespace);
            string? message =
                namespaces.Contains(definition.FullName) ? "is a type and a namespace; expected another name."
                : scope.Length == 0 && ReservedNamespaces.Contains(definition.Name)
                    ? "is a type and a namespace of a library; expected another name."
                : ReservedNamespaces.Contains(scope.Split('.')[0])
                    ? $"is in the C++ namespace '{CppNames.Path(scope)}', which belongs to a library; expected another namespace."
                : null;
            if (message is not null)
            {
                yield return SchemaDiagnostic.Create(SchemaRule.TypeNameTakenInCpp, definition.Span, $"'{definition.FullName}' {message}");
            }
        }
    }

    private static string Within(string enclosing, string name) =>
        enclosing.Length > 0 && name.Length > 0 ? $"{enclosing}.{name}" : enclosing + name;
}
