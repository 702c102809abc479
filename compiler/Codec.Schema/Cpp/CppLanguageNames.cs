namespace Codec.Schema.Cpp;

/// <summary>The names in C++ that also depend on other declarations.</summary>
internal sealed class CppLanguageNames(SchemaModel model) : ILanguageNames
{
    private readonly CppTypeNames _names = new(model, CppOptions.Default);

    public IEnumerable<LanguageName> NamesOf(Definition type) => CppTypeNames.Suffixes(type).Select(suffix =>
        new LanguageName($"{suffix} of {type.FullName}", _names.Local(type.FullName, suffix), $"A generated type of '{type.FullName}'"));

    public IEnumerable<LanguageName> NamesOf(SchemaFile file, string stem) => CppList.FullName(model, file.Path, stem) is { } list
        ? [new LanguageName("packets", CppNames.Path(list), "The packet list", CppList.First(model, file.Path)!.Span)]
        : [];
}
