namespace Codec.Schema.CSharp;

/// <summary>
/// Finds file identifiers that no C# contains: those of tables that belong to another run, which does not compile the file that declares
/// the identifier.
/// </summary>
internal static class FileIdentifierCheck
{
    /// <summary>Returns a diagnostic for each <c>root_type</c> with an identifier that the file of the table does not declare.</summary>
    public static SchemaDiagnostic[] Find(SchemaModel model, EquatableArray<string> externalFiles)
    {
        HashSet<string> external = new(externalFiles, StringComparer.Ordinal);
        Dictionary<string, string> identifiers = SchemaFile.Identifiers(model.Files.Where(file => external.Contains(file.Path)));
        Dictionary<string, string> owners = model.Tables.Where(table => external.Contains(table.Span.Path))
            .ToDictionary(table => table.FullName, table => table.Span.Path, StringComparer.Ordinal);
        return
        [
            .. model.Files
                .Where(file => file.RootType is not null && file.FileIdentifier is not null && !external.Contains(file.Path))
                .Where(file => owners.ContainsKey(file.RootType!))
                .Where(file => !identifiers.TryGetValue(file.RootType!, out string? identifier) || identifier != file.FileIdentifier)
                .Select(file => SchemaDiagnostic.Create(
                    SchemaRule.FileIdentifierNotWritten,
                    file.RootTypeSpan!.Value,
                    $"The C# of '{file.RootType}' is generated from '{owners[file.RootType!]}', without the file identifier "
                        + $"'{file.FileIdentifier}'; expected this root_type and file_identifier in that file.")),
        ];
    }
}
