namespace Codec.Schema.CSharp;

/// <summary>The names in C#. An attribute may set them. The names of fields and of generated members also depend on other fields.</summary>
internal sealed class CSharpLanguageNames : ILanguageNames
{
    /// <inheritdoc/>
    public IEnumerable<LanguageName> NamesOf(Definition type) =>
    [
        new("type " + type.FullName, CSharpNames.Name(type), $"'{type.FullName}'", type.Span),
        .. type switch
        {
            EnumDefinition definition => definition.Values.Select(value =>
                Member(type, value.Name, CSharpNames.Name(value.Name, value.Attributes), value.Span)),
            UnionDefinition union => union.Members.Select(member =>
                Member(type, member.Name, CSharpNames.Name(member.Name, member.Attributes), member.Span)),
            StructDefinition record => new CSharpStruct(record).Fields.Select(field =>
                Member(type, field.Field.Name, field.Name, field.Field.Span)),
            _ => NamesOf(new CSharpTable(new TableLayout((TableDefinition)type))),
        },
    ];

    /// <inheritdoc/>
    public IEnumerable<LanguageName> NamesOf(SchemaFile file, string stem) => [];

    private static IEnumerable<LanguageName> NamesOf(CSharpTable table) =>
    [
        .. table.Fields.Select(field => Member(table.Definition, field.Field.Name, field.Name, field.Field.Span)),
        .. table.GeneratedMembers().Select(member =>
            new LanguageName($"{member.Owner}.{member.Preferred}", member.Name, $"A generated member of '{table.Definition.FullName}'")),
    ];

    private static LanguageName Member(Definition type, string name, string own, SourceSpan span) =>
        new("member " + name, own, $"'{name}' of '{type.FullName}'", span);
}
