namespace Codec.Schema;

/// <summary>Finds schemas of one run whose generated files would have the same name.</summary>
internal static class FileNameCheck
{
    /// <summary>Returns a diagnostic for each file whose generated file has the name of another one.</summary>
    /// <param name="written">The paths of the files for which files are generated.</param>
    /// <param name="nameOf">A delegate that returns the name of the file that is generated for a path.</param>
    /// <param name="advice">What the user can do.</param>
    public static IEnumerable<SchemaDiagnostic> Find(IEnumerable<string> written, Func<string, string> nameOf, string advice) =>

        // Some file systems ignore the case of file names.
        written.GroupBy(nameOf, StringComparer.OrdinalIgnoreCase).SelectMany(paths => paths.Skip(1).Select(path => SchemaDiagnostic.Create(
            SchemaRule.FileNameTaken,
            new SourceSpan(path, 0, 0, 1, 1),
            $"'{path}' needs the file '{nameOf(path)}', which belongs to '{paths.First()}'; {advice}.")));
}
