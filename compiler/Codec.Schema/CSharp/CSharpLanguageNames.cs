namespace Codec.Schema.CSharp;

/// <summary>The names in C#. An attribute may set them. The names of fields and of generated members also depend on other fields.</summary>
internal sealed class CSharpLanguageNames : ILanguageNames
{
    public IEnumerable<LanguageName> NamesOf(Definition type) =>
    [
        new("type " + type.FullName, CSharpNames.Name(type), $"'{type.FullName}'", type.Span),
        .. type switch
        {
            EnumDefinition definition => definition.Values.Select(value => Member(type, value, CSharpNames.Name(value))),
            UnionDefinition union => union.Members.Select(member => Member(type, member, CSharpNames.Name(member))),
            StructDefinition record => new CSharpStruct(record).Fields.Select(field => Member(type, field.Field, field.Name)),
            _ => NamesOf(new CSharpTable(new TableLayout((TableDefinition)type))),
        },
    ];

    public IEnumerable<LanguageName> NamesOf(SchemaFile file, string stem) => [];

    private static IEnumerable<LanguageName> NamesOf(CSharpTable table) =>
    [
        .. table.Fields.Select(field => Member(table.Definition, field.Field, field.Name)),
        .. table.GeneratedMembers().Select(member =>
            new LanguageName($"{member.Owner}.{member.Preferred}", member.Name, $"A generated member of '{table.Definition.FullName}'")),
    ];

    private static LanguageName Member(Definition type, Declaration member, string name) =>
        new("member " + member.Name, name, $"'{member.Name}' of '{type.FullName}'", member.Span);
}
