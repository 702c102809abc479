namespace Codec.Schema.Model;

/// <summary>The names that a target language gives to the declarations of one version of a schema.</summary>
internal interface ILanguageNames
{
    IEnumerable<LanguageName> NamesOf(Definition type);

    /// <summary>Returns the names of the code that is generated for a file besides its types, if the file has the given name.</summary>
    IEnumerable<LanguageName> NamesOf(SchemaFile file, string stem);
}
