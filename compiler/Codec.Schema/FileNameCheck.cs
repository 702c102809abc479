namespace Codec.Schema;

/// <summary>Finds schemas of one run whose generated files or constants would have the same name.</summary>
internal static class FileNameCheck
{
    /// <summary>Returns a diagnostic for each file whose generated file has the name of another one.</summary>
    public static IEnumerable<SchemaDiagnostic> Find(IEnumerable<string> written, Func<string, string> nameOf, string advice) =>

        // Some file systems ignore the case of file names.
        written.GroupBy(nameOf, StringComparer.OrdinalIgnoreCase).SelectMany(paths => paths.Skip(1).Select(path => SchemaDiagnostic.Create(
            SchemaRule.FileNameTaken,
            new SourceSpan(path, 0, 0, 1, 1),
            $"'{path}' needs the file '{nameOf(path)}', which belongs to '{paths.First()}'; {advice}.")));

    /// <summary>Returns a diagnostic for each file whose constant has the name of another one. Neither constant is generated.</summary>
    public static IEnumerable<SchemaDiagnostic> FindConstants(
        IEnumerable<string> written, string subject, Func<string, string?> nameOf, Func<string, string> shown) =>
        written.GroupBy(nameOf).Where(group => group.Key is not null).SelectMany(group => group.Skip(1).Select(path => SchemaDiagnostic.Create(
            SchemaRule.HashNameTaken,
            new SourceSpan(path, 0, 0, 1, 1),
            $"The {subject} of '{path}' and '{group.First()}' are both '{shown(group.Key!)}', so neither is written; "
                + "expected another file name.")));
}
